# Writes OUT, a C++ source with the FILES (separated by |) as texts. stator_embed in
# StatorEmbed.cmake runs it.
string(REPLACE "|" ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  get_filename_component(name "${file}" NAME_WLE)
  string(APPEND entries "    {\"${name}\", R\"EMBEDDED(${text})EMBEDDED\"},\n")
endforeach()
string(REGEX MATCH "^(.*)::([A-Za-z]+)$" matched "${FUNCTION}")
set(namespace "stator::${CMAKE_MATCH_1}")
file(WRITE "${OUT}" "#include \"${HEADER}\"

namespace ${namespace} {
namespace {

constexpr EmbeddedFile kFiles[] = {
${entries}};

}  // namespace

std::span<const EmbeddedFile> ${CMAKE_MATCH_2}() { return kFiles; }

}  // namespace ${namespace}
")
