// SPDX-License-Identifier: MIT
// The member names of core events, interned.
#pragma once

#include "keel/value.hpp"

namespace keel::session {

struct Fields {
  // Envelope.
  Key type{"type"};
  Key seq{"seq"};
  Key time{"time"};
  Key data{"data"};
  Key ignorable{"ignorable"};
  Key surface_op{"surfaceOp"};
  Key source_event_seqs{"sourceEventSeqs"};
  Key op{"op"};
  Key start{"start"};
  Key end{"end"};

  // Turns, steps, messages, calls.
  Key turn{"turn"};
  Key step{"step"};
  Key trigger{"trigger"};
  Key reason{"reason"};
  Key kind{"kind"};
  Key error{"error"};
  Key code{"code"};
  Key message{"message"};
  Key id{"id"};
  Key role{"role"};
  Key content{"content"};
  Key source{"source"};
  Key text{"text"};
  Key name{"name"};
  Key arguments{"arguments"};
  Key call_id{"callId"};
  Key tool_call_id{"toolCallId"};
  Key is_error{"isError"};
  Key meta{"meta"};
  Key attachment{"attachment"};
  Key usage{"usage"};
  Key interrupted{"interrupted"};
  Key input_tokens{"inputTokens"};
  Key output_tokens{"outputTokens"};

  // Chunks.
  Key chunk{"chunk"};
  Key index{"index"};
  Key block_type{"blockType"};
  Key block{"block"};
  Key arguments_delta{"argumentsDelta"};
  Key seq0{"seq0"};
  Key time0{"time0"};
  Key dt{"dt"};
  Key texts{"texts"};
  Key args{"args"};

  // Requests.
  Key header{"header"};
  Key config{"config"};
  Key provider{"provider"};
  Key model{"model"};
  Key reasoning_effort{"reasoningEffort"};
  Key max_tokens{"maxTokens"};
  Key temperature{"temperature"};
  Key stop{"stop"};
  Key adapter_defaults{"adapterDefaults"};
  Key system{"system"};
  Key tools{"tools"};
  Key message_prefix{"messagePrefix"};
  Key description{"description"};
  Key parameters{"parameters"};
  Key context_window{"contextWindow"};

  // Inbox, todos, presets.
  Key target{"target"};
  Key removed_count{"removedCount"};
  Key inserted{"inserted"};
  Key outcome{"outcome"};
  Key todos{"todos"};
  Key status{"status"};
  Key agent_preset{"agentPreset"};
};

/// One immutable set for the life of the process.
const Fields& fields();

}  // namespace keel::session
