# Compiles files of the repository into the program.

set(STATOR_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)

# stator_embed(OUT x.cc FUNCTION price::PriceFiles HEADER price/price_files.h FILES …) compiles
# files into the program. The generated source defines std::span<const EmbeddedFile>
# stator::FUNCTION(), which HEADER declares.
#
# FOLDER … DEPENDS … embeds all files of a folder as bytes instead of texts. The build makes these
# files, and it may choose their names. DEPENDS names a file that changes with them.
function(stator_embed)
  cmake_parse_arguments(E "" "OUT;FUNCTION;HEADER;FOLDER" "FILES;DEPENDS" ${ARGN})
  list(JOIN E_FILES "|" files)
  add_custom_command(
    OUTPUT ${E_OUT}
    COMMAND ${CMAKE_COMMAND} -DOUT=${E_OUT} -DFUNCTION=${E_FUNCTION} -DHEADER=${E_HEADER} "-DFILES=${files}"
      "-DFOLDER=${E_FOLDER}" -P ${STATOR_EMBED_SCRIPT}
    DEPENDS ${E_FILES} ${E_DEPENDS} ${STATOR_EMBED_SCRIPT}
    COMMENT "Embedding the files of ${E_FUNCTION}"
    VERBATIM)
endfunction()
