# Builds every part of Stator. A folder's CMakeLists.txt is its manifest: sources, tests, and the
# folders it may include from. tests/tidy checks those includes.

include(${CMAKE_CURRENT_LIST_DIR}/StatorEmbed.cmake)

add_library(stator_options INTERFACE)
target_compile_features(stator_options INTERFACE cxx_std_23)
target_compile_options(stator_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Werror
  -Wno-missing-field-initializers)  # designated initialisers omit members with defaults
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # TRY is a statement expression. Clang-tidy covers unused includes and the like.
  target_compile_options(stator_options INTERFACE -Wthread-safety -Wno-gnu-statement-expression)
else()
  target_compile_options(stator_options INTERFACE -fpch-preprocess)  # lets ccache handle precompiled headers
  # A source of a unity build is not the main file, so GCC warns about its local types.
  target_compile_options(stator_options INTERFACE -Wno-subobject-linkage)
  # GCC 12 has false positives in inlined std::string and std::variant code.
  target_compile_options(stator_options INTERFACE
    -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-dangling-pointer)
endif()
target_link_libraries(stator_options INTERFACE Threads::Threads)  # all files must agree on -pthread
target_include_directories(stator_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
if(STATOR_SANITIZE)
  target_compile_options(stator_options INTERFACE -fsanitize=${STATOR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(stator_options INTERFACE -fsanitize=${STATOR_SANITIZE})
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_link_options(stator_options INTERFACE -fuse-ld=mold)
endif()

# A unity build compiles several sources of a folder as one translation unit. That saves repeated
# parsing of headers and instantiation of templates. So names in anonymous namespaces are unique
# within a folder. STATOR_UNITY=0 compiles each source alone, as clang-tidy does.
set(STATOR_UNITY 12 CACHE STRING "Sources that are compiled as one translation unit; 0: each alone")

# Optimizing the sources of unit tests takes a third of their compile time and speeds nothing up:
# they spend their time in the modules that they test.
set(STATOR_TEST_OPTIONS -O0 CACHE STRING "Compiler options for the sources of unit tests")

# Headers that nearly every file includes. All modules share one compilation of them, and all tests
# share another.
set(STATOR_PRECOMPILED <algorithm> <chrono> <expected> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <variant> <vector> <fmt/format.h>)
function(stator_precompile name)
  file(WRITE ${PROJECT_BINARY_DIR}/generated/${name}.cc "// Carries the precompiled header.\n")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/generated/${name}.cc)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE stator_options fmt::fmt Threads::Threads)
endfunction()
stator_precompile(stator_precompiled ${STATOR_PRECOMPILED})
if(STATOR_TESTS)
  find_package(GTest REQUIRED)
  stator_precompile(stator_precompiled_test ${STATOR_PRECOMPILED} <gmock/gmock.h> <gtest/gtest.h>)
  target_compile_options(stator_precompiled_test PRIVATE ${STATOR_TEST_OPTIONS})
  target_link_libraries(stator_precompiled_test PRIVATE GTest::gtest GTest::gmock)
endif()

# stator_module(NAME expr SOURCES … TESTS … DEPS base item LIBS … [SEPARATE])
# SEPARATE compiles each source alone, for folders whose files use the same local names on purpose.
function(stator_module)
  cmake_parse_arguments(M "SEPARATE" "NAME" "SOURCES;TESTS;DEPS;LIBS" ${ARGN})
  set(library stator_${M_NAME})
  add_library(${library} STATIC ${M_SOURCES})
  target_precompile_headers(${library} REUSE_FROM stator_precompiled)
  if(STATOR_UNITY AND NOT M_SEPARATE)
    set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${STATOR_UNITY})
  endif()
  list(TRANSFORM M_DEPS PREPEND stator_ OUTPUT_VARIABLE deps)
  target_link_libraries(${library} PUBLIC stator_options ${deps} fmt::fmt ${M_LIBS})
  set_property(GLOBAL APPEND PROPERTY STATOR_LAYERS "${M_NAME}: ${M_DEPS}")
  stator_check_registered("*_test.cc" "${M_TESTS}")
  foreach(test ${M_TESTS})
    stator_test(SOURCE ${test} PREFIX ${M_NAME} LIBS ${library} LABELS unit fast)
  endforeach()
endfunction()

# One test binary per file. stator_test(SOURCE x_test.cc PREFIX item LIBS … LABELS …)
function(stator_test)
  if(NOT STATOR_TESTS)
    return()
  endif()
  cmake_parse_arguments(T "" "SOURCE;PREFIX" "LIBS;LABELS" ${ARGN})
  get_filename_component(stem ${T_SOURCE} NAME_WE)
  set(name ${T_PREFIX}_${stem})
  add_executable(${name} ${T_SOURCE})
  target_precompile_headers(${name} REUSE_FROM stator_precompiled_test)
  target_compile_options(${name} PRIVATE ${STATOR_TEST_OPTIONS})
  target_link_libraries(${name} PRIVATE ${T_LIBS} stator_options GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)  # tests/support
  target_compile_definitions(${name} PRIVATE STATOR_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${T_PREFIX}.${stem} COMMAND ${name})
  set_tests_properties(${T_PREFIX}.${stem} PROPERTIES LABELS "${T_LABELS}" TIMEOUT 300)
endfunction()

# Fails on unregistered tests: an unregistered test is a deleted test.
function(stator_check_registered pattern registered)
  if(NOT STATOR_TESTS)
    return()
  endif()
  file(GLOB found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${pattern})
  foreach(file ${found})
    if(NOT file IN_LIST registered)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/${file} is on disk but in no CMakeLists.txt")
    endif()
  endforeach()
endfunction()

# stator_fuzzer(SOURCE key_fuzz.cc LIBS stator_item): the file is a libFuzzer target under the fuzz
# preset. Everywhere else it is a test that replays its corpus.
function(stator_fuzzer)
  cmake_parse_arguments(F "" "SOURCE" "LIBS" ${ARGN})
  get_filename_component(name ${F_SOURCE} NAME_WE)
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})
  if(STATOR_FUZZ)
    add_executable(${name} ${F_SOURCE})
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(${name} ${F_SOURCE} ${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cc)
    add_test(NAME fuzz.${name} COMMAND ${name} ${corpus})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS "fuzz;fast" TIMEOUT 300)
  endif()
  target_link_libraries(${name} PRIVATE ${F_LIBS} stator_options)
endfunction()
