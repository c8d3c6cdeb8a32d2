// debug.js - starts the debug adapter, and adds the command "go to time".
const vscode = require('vscode');
const trellis = require('./trellis');

// F5 without a launch.json: the application or the program that the user looks at.
const configurations = {
	resolveDebugConfiguration(folder, configuration) {
		const document = vscode.window.activeTextEditor?.document;

		if (configuration.request)
			return configuration;
		if (!['vms', 'c'].includes(document?.languageId)) {
			vscode.window.showInformationMessage('Open an application (.vms) '
				+ 'or a program (.c), or name a run in launch.json.');
			return null;
		}
		return {
			type: 'trellis', request: 'launch', name: 'Run', program: document.fileName,
			options: trellis.runOptions(document.fileName),
		};
	},
};

const adapters = {
	async createDebugAdapterDescriptor(session) {
		const { status, stderr } = await trellis.execute(['--version']);

		if (status !== 0)
			throw new Error(stderr);
		return new vscode.DebugAdapterExecutable(trellis.program(), ['debug', '--dap'],
			{ cwd: session.workspaceFolder?.uri.fsPath });
	},
};

async function gotoTime() {
	const session = trellis.session();
	const place = session && await vscode.window.showInputBox({
		title: 'Go to a place of the run',
		prompt: 'A time, or: beginning, end, error, node N COUNT, task TASK begins',
		placeHolder: '20ms',
	});

	if (place)
		await trellis.command(`goto ${place}`);
}

exports.register = () => [
	vscode.debug.registerDebugConfigurationProvider('trellis', configurations),
	vscode.debug.registerDebugAdapterDescriptorFactory('trellis', adapters),
	trellis.registerCommand('trellis.goto', gotoTime),
];
