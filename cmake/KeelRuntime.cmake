# keel_runtime: what `tools/run` builds, that is the command line host and the plugins of the default
# deployment.
add_custom_target(keel_runtime)

# keel_runtime_target(<target>): `keel_runtime` builds <target> too.
function(keel_runtime_target target)
  add_dependencies(keel_runtime "${target}")
endfunction()

# keel_generated: all generated sources, for tools that read sources without building. A folder that
# generates sources names its target with add_dependencies(keel_generated ...).
add_custom_target(keel_generated)
