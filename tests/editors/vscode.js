// vscode.js SERVER FOLDER PICTURES - what a user of VS Code does with the extension. FOLDER has sums, its recording sums.rec, a
// launch.json, and files with mistakes. A line is printed for each thing that the editor shows; on failure the last one says what
// it showed instead. Pictures are put into the directory PICTURES.
const { chromium } = require('playwright-core');
const [server, folder, pictures] = process.argv.slice(2);
let page;

// shows: the editor shows what is wanted, sooner or later.
async function shows(what, find, wanted) {
	const end = Date.now() + (process.env.PATIENCE || 60) * 1000;
	let got;

	do {
		got = await find().catch(error => error.message);
		if (got === wanted) {
			console.log(`${what}: ${got}`);
			return;
		}
		await page.waitForTimeout(100);
	} while (Date.now() < end);
	throw new Error(`${what}: ${got}, not ${wanted}`);
}

const picture = name => page.screenshot({ path: `${pictures}/${name}.png` });
const key = name => page.keyboard.press(name);

// until: press a key, again if the extensions have not been there yet, until something is visible.
async function until(name, selector) {
	for (let times = 1; ; times++) {
		await key(name);
		try {
			await page.locator(selector).first().waitFor({ timeout: 10000 });
			return;
		} catch (error) {
			if (times === 6)
				throw error;
		}
	}
}

async function openFile(name) {
	await key('Control+p');
	await page.locator('.quick-input-widget input').first().fill(name);
	await page.locator(`.quick-input-list .monaco-list-row:has-text("${name}")`).first().click();
	await page.locator(`.tab.active:has-text("${name}")`).waitFor();
}

async function answer(text) {
	await page.locator('.quick-input-widget input').first().fill(text);
	await key('Enter');
}

async function command(name) {
	await key('F1');
	await page.locator('.quick-input-widget input').first().fill(`>${name}`);
	await page.locator(`.quick-input-list .monaco-list-row:has-text("${name}")`).first().click();
}

async function toLine(line) {
	await key('Control+g');
	await answer(`:${line}`);
}

const button = name => page.locator(`.debug-toolbar .action-label[aria-label^="${name}"]`).click();
const text = (selector, n = 0) => page.locator(selector).nth(n).textContent({ timeout: 1000 });
const variable = name => page.locator(`.debug-variables .monaco-list-row[aria-label^="${name}, value"]`).first();
const value = async name => (await variable(name).getAttribute('aria-label', { timeout: 1000 })).replace(/.*, value /, '');
const pane = name => page.locator(`.pane:has(.pane-header[aria-label^="${name}"])`);
const row = (view, name) => pane(view).locator(`.monaco-list-row:has-text("${name}")`).first();

// place: the file and line at which the editor has stopped.
const place = async () => `${(await text('.editor-group-container.active .tab.active .label-name')).trim()}:${/\d+/.exec(await text('[id="status.editor.selection"]'))[0]}`;
const stopped = () => page.locator('.call-stack-state-message .label').first().innerText({ timeout: 1000 });

// menu: the editor ignores a click on a menu that has only just opened.
async function menu(target, name) {
	const entry = page.locator(`.monaco-menu .action-label:has-text("${name}")`).first();

	await target.click({ button: 'right' });
	await entry.waitFor();
	while (await entry.isVisible()) {
		await page.waitForTimeout(300);
		await entry.click({ timeout: 1000 }).catch(() => undefined);
	}
}

async function begin() {
	const payload = JSON.stringify([['openFile', `vscode-remote://${new URL(server).host}${folder}/compute.c`]]);

	await page.goto(`${server}/?folder=${folder}&payload=${encodeURIComponent(payload)}`);
	await page.locator('.tab.active:has-text("compute.c")').waitFor({ timeout: 90000 });
	await page.locator('.view-line').first().waitFor();
	await toLine(43);
	await until('F9', '[class*="codicon-debug-breakpoint"]');
	await until('F5', '.debug-toolbar');
	await shows('entry', stopped, 'Paused on entry');
}

async function moves() {
	await button('Continue');
	await shows('continue', place, 'compute.c:43');
	await shows('total', () => value('total'), '93');
	await shows('inline', async () => /total.=.\d+/.exec(await text('.view-line:has-text("put_result")'))[0].replace(/\s/g, ' '), 'total = 93');
	await picture('stopped');
	await button('Continue');
	await shows('continue', () => value('total'), '1000');
	await button('Step Back');
	await shows('step back', place, 'compute.c:42');
	await button('Reverse');
	await shows('reverse', () => value('total'), '93');
	await shows('reverse', place, 'compute.c:43');
}

async function why() {
	await menu(variable('total'), 'Why Is This Value So?');
	await shows('why', async () => {
		for (const one of page.frames().slice(1))
			if (/sum\(task\)/.test(await one.locator('body').innerText({ timeout: 1000 })))
				return (await text('.tab.active:has-text("why")')).trim();
	}, 'why total');
	await picture('why');
	await page.locator('.tab:has-text("why total") .codicon-close').click();
}

async function change() {
	await variable('total').dblclick();
	await page.locator('.debug-variables .inputbox input, .debug-variables input').first().fill('7');
	await key('Enter');
	await shows('changed', () => value('total'), '7');
}

async function nodes() {
	await pane('Nodes').locator('.pane-header').click();
	await shows('node', async () => (await row('Nodes', 'n0').innerText({ timeout: 1000 })).replace(/^n0\s*/, 'n0 '), 'n0 runs at high priority');
	await row('Nodes', 'n0').click();
	await row('Nodes', '0.1 master').click();
	await shows('process', async () => (await row('Call Stack', '0.1 master').locator('.name').innerText({ timeout: 1000 })).split(':')[0], '0.1 master');
	await picture('nodes');
}

async function time() {
	await command('Trellis: Go to Time');
	await answer('beginning');
	await shows('go to time', stopped, 'Paused on goto');
	await button('Restart');
	await shows('restart', stopped, 'Paused on entry');
}

// log: a log point takes the place of the breakpoint; then a data breakpoint stops.
async function log() {
	await openFile('compute.c');
	await toLine(42);
	await command('Debug: Add Logpoint...');
	await page.locator('.breakpoint-widget .monaco-editor.focused').waitFor();
	await page.keyboard.type('the sum is {total}');
	await key('Enter');
	await button('Continue');
	await shows('log point', async () => /the sum is.*/.exec(await page.locator('.repl').innerText({ timeout: 1000 }))[0].trim(), 'the sum is 93');
	await shows('continue', () => value('total'), '93');
}

async function data() {
	await page.locator('.debug-variables .monaco-list-row:has-text("Globals") .monaco-tl-twistie').first().click();
	await variable('kept').locator('.monaco-tl-twistie').click();
	await menu(variable('limit'), 'Break on Value Change');
	await page.locator('.breakpoints-view, .debug-breakpoints').locator('.monaco-list-row:has-text("compute.c") input').last().uncheck();
	await button('Continue');
	await shows('data breakpoint', async () => (await row('Call Stack', 'slave:compute_fn').locator('.state').textContent({ timeout: 1000 })).trim(), 'Paused on data breakpoint');
	await picture('data');
}

async function completions() {
	await page.locator('.repl-input-wrapper .monaco-editor').click();
	await page.keyboard.type('print kept.');
	await shows('completions', async () => (await page.locator('.suggest-widget .monaco-list-row').allInnerTexts()).map(s => s.trim()).join(), 'last,limit');
	await picture('completions');
	await key('Escape');
}

async function end() {
	await button('Stop');
	await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
}

async function mistakes() {
	const problems = () => page.locator('.markers-panel').innerText({ timeout: 1000 });

	await command('Problems: Focus on Problems View');
	await openFile('bad.vms');
	await shows('vms', async () => /unknown key 'topologie'/.exec(await problems())[0], "unknown key 'topologie'");
	await openFile('bad.topo');
	await shows('topo', async () => /link 4 does not exist/.exec(await problems())[0], 'link 4 does not exist');
	await picture('mistakes');
}

async function run() {
	await openFile('sums.vms');
	await command('Trellis: Run and Record');
	const notification = page.locator('.notification-toast:has-text("sums.vms has ended")');

	await shows('run', async () => (await notification.locator('.notification-list-item-message').innerText({ timeout: 1000 })), 'sums.vms has ended; the run is recorded in sums.rec.');
	await picture('run');
	await notification.locator('.monaco-button').first().click();
	await shows('debug', stopped, 'Paused on entry');
	await end();
}

async function program() {
	await openFile('dining.c');
	await command('Trellis: Run and Record');
	const notification = page.locator('.notification-toast:has-text("dining.c has")');

	await shows('program', async () => (await notification.locator('.notification-list-item-message').innerText({ timeout: 1000 })), 'dining.c has ended; the run is recorded in dining.rec.');
	await key('Escape');
}

async function outcomes() {
	await openFile('dining.c');
	await command('Trellis: Outcomes');
	await shows('outcomes', async () => (await page.locator('.quick-input-list .monaco-list-row').evaluateAll(rows => rows.map(r => r.ariaLabel))).join('; '), 'outcome 1, 6 orders; deadlock 2, 1 order');
	await picture('outcomes');
	await page.locator('.quick-input-list .monaco-list-row').nth(1).click();
	await shows('outcome', stopped, 'Paused on entry');
}

async function main() {
	const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

	page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
	for (const part of [begin, moves, why, change, nodes, time, log, data, completions, end, mistakes, run, program, outcomes])
		await part();
	await browser.close();
}

main().catch(async error => {
	console.log('failed:', error.message);
	await picture('failed').catch(() => {});
	process.exit(1);
});
