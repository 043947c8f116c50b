#pragma once

// Lets tests that include Catch2 2's header build against Catch2 3, which has another one.
#include <catch2/catch_all.hpp>

using Catch::Approx;
