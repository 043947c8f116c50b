/* SPDX-License-Identifier: MIT
 *
 * Half of a program that includes abi.h, twice, from two files; also compiled as C++. */
#include "keel/abi.h"

#ifdef __cplusplus
extern "C"
#endif
    size_t
    keel_test_sizes(void);

int main(void) { return keel_test_sizes() == sizeof(keel_plugin) + sizeof(keel_call_api) ? 0 : 1; }
