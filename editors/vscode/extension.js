// extension.js - starts the parts of the extension, each of which is a file.
const checks = require('./checks');
const debug = require('./debug');
const inline = require('./inline');
const nodes = require('./nodes');
const outcomes = require('./outcomes');
const run = require('./run');
const why = require('./why');

exports.activate = context => {
	for (const part of [debug, nodes, inline, why, run, outcomes, checks])
		context.subscriptions.push(...part.register());
};
