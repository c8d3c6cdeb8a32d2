// outcomes.js - runs a program in every order, and opens an outcome in the debugger.
const fs = require('fs');
const path = require('path');
const vscode = require('vscode');
const run = require('./run');
const trellis = require('./trellis');

// The lines of the report that begin an outcome: "outcome 1: 6 orders", "deadlock 2: 1 order".
const outcome = /^(\w+ (\d+)): (.*)$/gm;

async function pick(directory) {
	const report = fs.readFileSync(path.join(directory, 'outcomes'), 'utf8');
	const items = [...report.matchAll(outcome)]
		.filter(([, , number]) => fs.existsSync(path.join(directory, number)))
		.map(([, label, number, description]) =>
			({ label, description, number: Number(number) }));

	return vscode.window.showQuickPick(items, {
		title: `Outcomes of ${path.basename(directory, '.outcomes')}`,
		placeHolder: 'Open one in the debugger',
	});
}

async function showOutcomes(uri) {
	const file = await run.chosen(uri);
	const directory = `${file}.outcomes`;
	const { base, dir } = path.parse(file);

	if (!fs.existsSync(directory))
		await run.execute(`outcomes ${base}`,
			['outcomes', '--output', directory, file], dir);
	if (!fs.existsSync(path.join(directory, 'outcomes')))
		throw new Error(`There are no outcomes of ${base}: the terminal says why.`);
	const picked = await pick(directory);

	if (picked)
		await run.debug(file, {
			name: picked.label, request: 'launch', recording: directory,
			outcome: picked.number, stopOnEntry: true,
		});
}

exports.register = () => [trellis.registerCommand('trellis.outcomes', showOutcomes)];
