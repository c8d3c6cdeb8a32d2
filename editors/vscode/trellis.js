// trellis.js - the program trellis.
const { execFile } = require('child_process');
const vscode = require('vscode');

exports.program = () => vscode.workspace.getConfiguration('trellis').get('path');

// execute: run the program; resolves to { status, stdout, stderr }. status is -1 if it cannot be run; stderr explains that.
exports.execute = (args, directory) => new Promise(resolve =>
	execFile(exports.program(), args, { cwd: directory }, (error, stdout, stderr) => {
		if (error && typeof error.code !== 'number')
			resolve({ status: -1, stdout, stderr: `Cannot run '${exports.program()}': set trellis.path to the program trellis.` });
		else
			resolve({ status: error ? error.code : 0, stdout, stderr });
	}));

// session: the debugging session that the user looks at, if it is one of ours.
exports.session = () => {
	const s = vscode.debug.activeDebugSession;

	return s && s.type === 'trellis' ? s : undefined;
};

// registerCommand: a command whose failure is shown to the user.
exports.registerCommand = (name, run) => vscode.commands.registerCommand(name, async (...args) => {
	try {
		return await run(...args);
	} catch (error) {
		vscode.window.showErrorMessage(error.message);
	}
});
