# Writes OUT, a header that holds the file IN as a text.
file(READ "${IN}" text)
file(WRITE "${OUT}" "#pragma once

inline constexpr char kOrdersTables[] = R\"TABLES(${text})TABLES\";
")
