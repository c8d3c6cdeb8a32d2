/*
 * target.hpp - the transputer as a target of clang: sizes, alignments, types.
 */
#ifndef CC_FRONT_TARGET_HPP
#define CC_FRONT_TARGET_HPP

#include <clang/Basic/TargetInfo.h>

/*
 * node_target: a new target for a CompilerInstance, which owns it; nullptr if clang has refused the
 * options. Sizes and alignments are those of XCore, which the options name: words of 32 bits,
 * little-endian, nothing aligned to more than a word.
 */
clang::TargetInfo *node_target(clang::DiagnosticsEngine &said,
	const std::shared_ptr<clang::TargetOptions> &options);

#endif
