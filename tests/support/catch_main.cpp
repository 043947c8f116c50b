// Catch2 3 brings main in a library of its own; Catch2 2 is one header that defines it on request.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#endif
#include <catch2/catch.hpp>
