/*
 * polly.cpp - what Debian's clang, if it is linked statically, asks of Polly, an optimiser of loops
 * that is a package of its own. It adds no passes unless an option asks for them; this one adds
 * none.
 */
#include <llvm/Passes/PassPlugin.h>

/* getPollyPluginInfo: the name by which clang finds Polly. */
llvm::PassPluginLibraryInfo
getPollyPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "Polly", LLVM_VERSION_STRING, [](llvm::PassBuilder &) {}};
}
