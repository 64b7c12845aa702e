# Writes OUT, a C++ source with files as constants. stator_embed in StatorEmbed.cmake runs it.
# - FILES, separated by |: texts, named by the file's name without its extension.
# - FOLDER: all files below it, as bytes. Each is named by its path in the folder without its last
#   extension.
set(entries "")
if(FOLDER)
  file(GLOB_RECURSE names LIST_DIRECTORIES false RELATIVE "${FOLDER}" "${FOLDER}/*")
  foreach(file IN LISTS names)
    file(SIZE "${FOLDER}/${file}" size)
    file(READ "${FOLDER}/${file}" bytes HEX)
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
    string(REGEX REPLACE "\\.[^./]*$" "" name "${file}")
    string(APPEND entries "    {\"${name}\", {\"${bytes}\", ${size}}},\n")
  endforeach()
else()
  string(REPLACE "|" ";" files "${FILES}")
  foreach(file IN LISTS files)
    file(READ "${file}" text)
    get_filename_component(name "${file}" NAME_WLE)
    string(APPEND entries "    {\"${name}\", R\"EMBEDDED(${text})EMBEDDED\"},\n")
  endforeach()
endif()

# C++ has no empty arrays.
set(array "")
set(result "{}")
if(entries)
  set(array "namespace {

// Clang warns about literals of more than 64 KB, which the standard does not promise.
#pragma GCC diagnostic ignored \"-Woverlength-strings\"
constexpr EmbeddedFile kFiles[] = {
${entries}};

}  // namespace
")
  set(result "kFiles")
endif()

string(REGEX MATCH "^(.*)::([A-Za-z]+)$" matched "${FUNCTION}")
set(namespace "stator::${CMAKE_MATCH_1}")
set(source "#include \"${HEADER}\"

namespace ${namespace} {
${array}
std::span<const EmbeddedFile> ${CMAKE_MATCH_2}() { return ${result}; }

}  // namespace ${namespace}
")

# An unchanged source keeps its time, so that nothing is compiled again.
set(before "")
if(FOLDER AND EXISTS "${OUT}")
  file(READ "${OUT}" before)
endif()
if(NOT before STREQUAL source)
  file(WRITE "${OUT}" "${source}")
endif()
