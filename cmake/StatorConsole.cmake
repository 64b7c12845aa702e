# Builds the console, the web pages in console/, and compiles its files into the program. npm and the
# bundler run beside the C++ compiler: only the last step of the program waits for them.

set(STATOR_CONSOLE AUTO CACHE STRING
  "The web console: AUTO builds it where npm can fetch its packages, ON requires it, OFF leaves it out")
set_property(CACHE STATOR_CONSOLE PROPERTY STRINGS AUTO ON OFF)
if(NOT STATOR_CONSOLE MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "STATOR_CONSOLE cannot be '${STATOR_CONSOLE}': it takes AUTO, ON or OFF.")
endif()
# The build looks the programs up, so that it finds them once they are installed.
set(STATOR_NODE node CACHE STRING "Node.js: a name in PATH or a file")
set(STATOR_NPM npm CACHE STRING "npm: a name in PATH or a file")

set(console_script ${CMAKE_CURRENT_LIST_DIR}/console.py)
set(console_folder ${PROJECT_BINARY_DIR}/console)
# console.py writes `manifest` in every case. It writes `built` only if it has nothing to try again,
# so that a build without npm tries again.
add_custom_command(
  OUTPUT ${console_folder}/manifest ${console_folder}/built
  COMMAND ${Python3_EXECUTABLE} -B ${console_script} --mode ${STATOR_CONSOLE} --node ${STATOR_NODE} --npm ${STATOR_NPM}
    --source ${PROJECT_SOURCE_DIR}/console --out ${console_folder}
  DEPENDS ${console_script}
  DEPFILE ${console_folder}/sources.d
  COMMENT "Building the console"
  VERBATIM)
set(console_files ${PROJECT_BINARY_DIR}/generated/server/console_files.cc)
stator_embed(OUT ${console_files} FUNCTION server::ConsoleFiles HEADER server/console_files.h
  FOLDER ${console_folder}/packed DEPENDS ${console_folder}/manifest)

# A library of its own: the sources of stator_server do not wait for the console.
add_library(stator_console STATIC ${console_files})
target_link_libraries(stator_console PRIVATE stator_options)
