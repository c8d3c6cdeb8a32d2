// nodes.js - the view of all nodes and their processes. A click on a process selects it.
const vscode = require('vscode');
const trellis = require('./trellis');

function nodeItem(node) {
	const item = new vscode.TreeItem(node.name,
		vscode.TreeItemCollapsibleState[node.selected ? 'Expanded' : 'Collapsed']);

	// an item whose id changes is new, and has the state of above
	item.id = `${node.number} ${node.selected}`;
	item.description = node.state;
	item.node = node.number;
	return item;
}

function processItem(process) {
	const item = new vscode.TreeItem(process.name, vscode.TreeItemCollapsibleState.None);

	item.description = process.state;
	item.tooltip = `${process.name} ${process.state}`;
	item.iconPath = new vscode.ThemeIcon(
		process.selected ? 'debug-stackframe' : 'circle-outline');
	item.command = {
		command: 'trellis.select', title: 'Select', arguments: [process.process],
	};
	return item;
}

class Nodes {
	constructor() {
		this.changed = new vscode.EventEmitter();
		this.onDidChangeTreeData = this.changed.event;
	}

	getTreeItem(item) {
		return item;
	}

	async getChildren(item) {
		const session = trellis.session();

		if (!session || this.running)
			return [];
		if (!item) {
			const { nodes } = await session.customRequest('trellisNodes');

			return nodes.map(nodeItem);
		}
		const { processes } = await session.customRequest('trellisProcesses',
			{ node: item.node });

		return processes.map(processItem);
	}

	// refresh: the machine runs, or has stopped.
	refresh(running) {
		this.running = running;
		this.changed.fire();
	}
}

exports.register = () => {
	const nodes = new Nodes();

	return [
		vscode.window.registerTreeDataProvider('trellis.nodes', nodes),
		vscode.debug.registerDebugAdapterTrackerFactory('trellis', {
			createDebugAdapterTracker: () => ({
				onDidSendMessage: ({ type, event }) => {
					if (type !== 'event')
						return;
					if (event === 'stopped' || event === 'terminated')
						nodes.refresh(event === 'terminated');
				},
			}),
		}),
		vscode.debug.onDidChangeActiveDebugSession(() => nodes.refresh(false)),
		trellis.registerCommand('trellis.select',
			process => trellis.command(`process ${process}`)),
	];
};
