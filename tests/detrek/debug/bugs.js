// bugs.js TRELLIS FOLDER - three bugs found over the protocol, in the recordings that sessions.t makes, by Microsoft's own
// client (npm: @vscode/debugadapter-testsupport); what it sees is printed, a line each.
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const [trellis, folder] = process.argv.slice(2);
const say = (...words) => console.log(...words);

class Client extends DebugClient {
	// The client starts `runtime executable args`; trellis takes the place of both.
	constructor() { super(trellis, 'debug', 'trellis', undefined, true); }
	start() {
		this.child = require('child_process').spawn(trellis, ['debug', '--dap'], { stdio: ['pipe', 'pipe', 'inherit'] });
		this.connect(this.child.stdout, this.child.stdin);
	}
	async open(args, functions, filters) {
		this.start();
		await this.initializeRequest();
		const initialized = this.waitForEvent('initialized');
		await this.launchRequest({ ...args, stopOnEntry: true });
		await initialized;
		await this.setFunctionBreakpointsRequest({ breakpoints: functions.map(name => ({ name })) });
		await this.setExceptionBreakpointsRequest({ filters });
		const entry = this.waitForEvent('stopped');
		await this.configurationDoneRequest();
		await entry;
	}
	async frames(threadId) {
		return (await this.stackTraceRequest({ threadId })).body.stackFrames;
	}
	async go() {
		const event = this.waitForEvent('stopped');
		await this.continueRequest({ threadId: 0 });
		const { body } = await event;
		const [top] = await this.frames(body.threadId);
		say('stopped:', body.reason, body.text || '', top.name);
		return { thread: body.threadId, frame: top.id };
	}
	async value(expression, frameId) {
		const { body } = await this.evaluateRequest({ expression, frameId });
		say(`${expression}:`, body.result);
	}
}

async function crash() {
	const client = new Client();
	await client.open({ recording: `${folder}/crash`, task: '49.0010' }, [], ['stop']);
	const at = await client.go();
	const frames = await client.frames(at.thread);
	say('frames:', frames.slice(0, 3).map(f => f.name).join());
	await client.value('w->task', frames[1].id);
	await client.disconnectRequest();
}

async function nsegs() {
	const client = new Client();
	await client.open({ recording: `${folder}/group` }, ['data_generator', 'result_receiver'], []);
	let at = await client.go();
	const info = (await client.customRequest('dataBreakpointInfo', { name: 'Nsegs', frameId: at.frame })).body;
	await client.customRequest('setDataBreakpoints', { breakpoints: [{ dataId: info.dataId, accessType: 'write' }] });
	const generator = await client.go();
	await client.value('Nsegs', generator.frame);
	at = await client.go();
	await client.value('Nsegs', at.frame);
	await client.disconnectRequest();
}

async function deadlock() {
	const client = new Client();
	await client.open({ recording: `${folder}/accounts` }, [], ['deadlock']);
	await client.go();
	const { threads } = (await client.threadsRequest()).body;
	for (const thread of threads.filter(t => t.name.includes('accounts'))) {
		const frame = (await client.frames(thread.id)).find(f => f.name === 'move');
		await client.value('o->from->owner', frame.id);
		await client.value('o->to->owner', frame.id);
	}
	await client.disconnectRequest();
}

async function main() {
	await crash();
	await nsegs();
	await deadlock();
	process.exit(0);
}

main().catch(error => { say('failed:', error.message); process.exit(1); });
