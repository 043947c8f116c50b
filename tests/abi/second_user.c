/* SPDX-License-Identifier: MIT */
#include "keel/abi.h"

#ifdef __cplusplus
extern "C"
#endif
    size_t
    keel_test_sizes(void);

size_t keel_test_sizes(void) { return sizeof(keel_plugin) + sizeof(keel_call_api); }
