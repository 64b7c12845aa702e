# Compiles files of the repository into the program.

set(STATOR_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)

# stator_embed(OUT x.cc FUNCTION price::PriceFiles HEADER price/price_files.h FILES …) compiles
# files into the program. The generated source defines std::span<const EmbeddedFile>
# stator::FUNCTION(), which HEADER declares.
function(stator_embed)
  cmake_parse_arguments(E "" "OUT;FUNCTION;HEADER" "FILES" ${ARGN})
  list(JOIN E_FILES "|" files)
  add_custom_command(
    OUTPUT ${E_OUT}
    COMMAND ${CMAKE_COMMAND} -DOUT=${E_OUT} -DFUNCTION=${E_FUNCTION} -DHEADER=${E_HEADER} "-DFILES=${files}"
      -P ${STATOR_EMBED_SCRIPT}
    DEPENDS ${E_FILES} ${STATOR_EMBED_SCRIPT}
    COMMENT "Embedding the files of ${E_FUNCTION}"
    VERBATIM)
endfunction()
