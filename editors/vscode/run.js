// run.js - makes a run in a terminal, and records it beside its application.
const path = require('path');
const vscode = require('vscode');
const trellis = require('./trellis');

// execute: run the program in a terminal; resolves to its exit status, undefined if the user has
// ended it.
exports.execute = (name, args, directory) => new Promise((resolve, reject) => {
	const task = new vscode.Task({ type: 'trellis', name }, vscode.TaskScope.Workspace, name,
		'trellis',
		new vscode.ProcessExecution(trellis.program(), args, { cwd: directory }));
	const ended = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
		if (execution.task.name === name) {
			ended.dispose();
			resolve(exitCode);
		}
	});

	task.presentationOptions = { focus: false, clear: true };
	vscode.tasks.executeTask(task).then(undefined, reject);
});

// chosen: the file of the explorer or of the editor.
exports.chosen = async uri => {
	const document = vscode.window.activeTextEditor?.document;

	if (uri)
		return uri.fsPath;
	if (!document)
		throw new Error('Open an application (.vms) or a program (.c) first.');
	await document.save();
	return document.fileName;
};

// debug: open a recording in the debugger; configuration: how.
exports.debug = (file, configuration) => vscode.debug.startDebugging(
	vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)),
	{ type: 'trellis', ...configuration });

async function runAndRecord(uri) {
	const file = await exports.chosen(uri);
	const { dir, base, name } = path.parse(file);
	const recording = path.join(dir, `${name}.rec`);
	const status = await exports.execute(`run ${base}`,
		['run', '--record', recording, ...trellis.runOptions(file), file], dir);

	if (status === undefined)
		return;
	if (status === 2)
		throw new Error(`${base} was not run: the terminal says why.`);
	const failed = status !== 0;
	const ended = `${base} has ${failed ? 'failed' : 'ended'}`;
	const answer = await vscode.window.showInformationMessage(
		`${ended}; the run is recorded in ${name}.rec.`,
		failed ? 'Look at the Failure' : 'Debug');

	if (answer)
		await exports.debug(file, {
			name: `${name}.rec`, request: failed ? 'attach' : 'launch', recording,
			stopOnEntry: !failed,
		});
}

exports.register = () => [trellis.registerCommand('trellis.run', runAndRecord)];
