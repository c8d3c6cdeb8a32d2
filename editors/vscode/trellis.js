// trellis.js - runs the program trellis, and sends commands to its debugging session.
const { execFile } = require('child_process');
const vscode = require('vscode');

exports.program = () => vscode.workspace.getConfiguration('trellis').get('path');

// runOptions: the user's options of 'trellis run'; a program's are apart from an application's.
exports.runOptions = file => vscode.workspace.getConfiguration('trellis', vscode.Uri.file(file))
	.get(file.endsWith('.c') ? 'programOptions' : 'runOptions');

const cannotRun = program => `Cannot run '${program}': set trellis.path to the program trellis.`;

// execute: run the program; resolves to { status, stderr }. If it cannot be run, status is -1, and
// stderr explains it.
exports.execute = (args, directory) => new Promise(resolve =>
	execFile(exports.program(), args, { cwd: directory }, (error, stdout, stderr) => {
		if (error && typeof error.code !== 'number')
			resolve({ status: -1, stderr: cannotRun(exports.program()) });
		else
			resolve({ status: error ? error.code : 0, stderr });
	}));

// session: the debugging session that the user looks at, if it is one of ours.
exports.session = () => {
	const s = vscode.debug.activeDebugSession;

	return s && s.type === 'trellis' ? s : undefined;
};

// command: run a command of the debugger.
exports.command = text =>
	exports.session()?.customRequest('evaluate', { expression: text, context: 'repl' });

// registerCommand: a command whose failure is shown to the user.
exports.registerCommand = (name, run) =>
	vscode.commands.registerCommand(name, async (...args) => {
		try {
			return await run(...args);
		} catch (error) {
			vscode.window.showErrorMessage(error.message);
		}
	});
