// SPDX-License-Identifier: MIT
#pragma once

#include "keel/abi.h"

/// Table "keel.session" over the sessions of the context's kernel.
extern "C" {
extern const keel_session_api keel_host_session_api;
}
