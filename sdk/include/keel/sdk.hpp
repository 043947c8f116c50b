// SPDX-License-Identifier: MIT
//
// Everything a plugin needs in one include. The parts:
//
//   value.hpp, error.hpp, message.hpp, ref.hpp     what crosses
//   plugin.hpp, methods.hpp                        the frame of a plugin
//   context.hpp, call.hpp, registration.hpp        registering, calling, listening, time, threads,
//   scopes task.hpp, all.hpp, signal.hpp                  coroutines stream.hpp streams
//   per_scope.hpp, publish_set.hpp, session.hpp    state per agent, sets of services, the session
//   log
#pragma once

#include "keel/all.hpp"
#include "keel/call.hpp"
#include "keel/context.hpp"
#include "keel/error.hpp"
#include "keel/message.hpp"
#include "keel/methods.hpp"
#include "keel/owned_scope.hpp"
#include "keel/per_scope.hpp"
#include "keel/plugin.hpp"
#include "keel/publish_set.hpp"
#include "keel/ref.hpp"
#include "keel/registration.hpp"
#include "keel/scoped_context.hpp"
#include "keel/session.hpp"
#include "keel/signal.hpp"
#include "keel/stream.hpp"
#include "keel/task.hpp"
#include "keel/value.hpp"
