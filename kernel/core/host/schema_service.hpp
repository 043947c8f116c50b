// SPDX-License-Identifier: MIT
//
// Service kernel/schema: lets plugins use the schema validator of the kernel.
#pragma once

namespace keel::core {

class Kernel;

/// Publishes kernel/schema (interface schema@0 of kernel.json) from the host's context. It lives as
/// long as that context. After the kernel contract is declared, once per kernel; a refusal is
/// logged.
void publish_schema_service(Kernel& kernel);

}  // namespace keel::core
