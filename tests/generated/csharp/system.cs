#nullable enable
// The parts of .NET that the compiler's reference assemblies lack.
namespace System.Linq
{
    public interface IOrderedEnumerable<T> : IEnumerable<T> { }
    public static class Enumerable
    {
        public static bool All<T>(this IEnumerable<T> all, Func<T, bool> test) => throw new NotSupportedException();
        public static IEnumerable<T[]> Chunk<T>(this IEnumerable<T> all, int size) => throw new NotSupportedException();
        public static IEnumerable<T> Concat<T>(this IEnumerable<T> all, IEnumerable<T> more) => throw new NotSupportedException();
        public static bool Contains<T>(this IEnumerable<T> all, T one) => throw new NotSupportedException();
        public static T? FirstOrDefault<T>(this IEnumerable<T> all) => throw new NotSupportedException();
        public static T? FirstOrDefault<T>(this IEnumerable<T> all, Func<T, bool> test) => throw new NotSupportedException();
        public static T? MaxBy<T, K>(this IEnumerable<T> all, Func<T, K> key) => throw new NotSupportedException();
        public static IEnumerable<T> OfType<T>(this System.Collections.IEnumerable all) => throw new NotSupportedException();
        public static IOrderedEnumerable<T> OrderBy<T, K>(this IEnumerable<T> all, Func<T, K> key, IComparer<K>? order) => throw new NotSupportedException();
        public static IEnumerable<int> Range(int start, int count) => throw new NotSupportedException();
        public static IEnumerable<R> Select<T, R>(this IEnumerable<T> all, Func<T, R> make) => throw new NotSupportedException();
        public static IEnumerable<R> SelectMany<T, R>(this IEnumerable<T> all, Func<T, IEnumerable<R>> make) => throw new NotSupportedException();
        public static bool SequenceEqual<T>(this IEnumerable<T> all, IEnumerable<T> others) => throw new NotSupportedException();
        public static IEnumerable<T> Take<T>(this IEnumerable<T> all, int count) => throw new NotSupportedException();
        public static Dictionary<K, V> ToDictionary<T, K, V>(this IEnumerable<T> all, Func<T, K> key, Func<T, V> value) where K : notnull => throw new NotSupportedException();
        public static List<T> ToList<T>(this IEnumerable<T> all) => throw new NotSupportedException();
        public static IEnumerable<T> Where<T>(this IEnumerable<T> all, Func<T, bool> test) => throw new NotSupportedException();
    }
}

namespace System
{
    public static class MemoryExtensions
    {
        public static Span<T> AsSpan<T>(this T[]? array) => throw new NotSupportedException();
        public static int SequenceCompareTo<T>(this Span<T> one, ReadOnlySpan<T> other) where T : IComparable<T>? => throw new NotSupportedException();
    }
}

namespace System.Security.Cryptography
{
    public abstract class MD5
    {
        public static byte[] HashData(byte[] source) => throw new NotSupportedException();
    }
}
