// node zz_click.mjs DIST... : CPU and event timing of clicks
import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
const N = Number(process.env.N ?? 40);
const dists = process.argv.slice(2);
const TENGEN = process.env.TENGEN;
const serve = (page) => new Promise((ready) => {
  const child = spawn(TENGEN, ["serve","--listen","127.0.0.1:0","--data",mkdtempSync("/tmp/click/d"),"--page",page,"--log","warn"],{stdio:["ignore","pipe","inherit"]});
  let out=""; child.stdout.on("data",(p)=>{out+=p; const m=/Tengen is at (http:\/\/\S+)/.exec(out); if(m) ready({child,address:m[1].replace(/\/$/,"")});});
});
// descendants of browser: sum run and wait (ns) of all threads by name
function sched(root) {
  const kids = new Map();
  for (const p of readdirSync("/proc")) if (/^\d+$/.test(p)) { try { const st=readFileSync(`/proc/${p}/stat`,"utf8"); const ppid=+st.slice(st.lastIndexOf(")")+2).split(" ")[1]; (kids.get(ppid)??kids.set(ppid,[]).get(ppid)).push(+p);} catch {} }
  const all=[root]; for (const p of all) all.push(...(kids.get(p)??[]));
  const sums={};
  for (const p of all) { let type="browser"; try { type=/--type=([\w-]+)/.exec(readFileSync(`/proc/${p}/cmdline`,"utf8"))?.[1]??"browser"; for (const t of readdirSync(`/proc/${p}/task`)) { const name=readFileSync(`/proc/${p}/task/${t}/comm`,"utf8").trim(); const [run,wait]=readFileSync(`/proc/${p}/task/${t}/schedstat`,"utf8").split(" ").map(Number); const key=`${type}:${name.replace(/\d+$/,"")}`; const s=(sums[key]??=[0,0]); s[0]+=run; s[1]+=wait; } } catch {} }
  return sums;
}
const FLAGS=["--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"];
const order=Array.from({length:225},(_,i)=>({x:i%15,y:Math.floor(i/15)})).sort((a,b)=>((a.x*7+a.y*11)%15)-((b.x*7+b.y*11)%15));
const pct=(v,p)=>{const s=[...v].sort((a,b)=>a-b);return s[Math.min(s.length-1,Math.ceil(p/100*s.length)-1)]};
const browserServer = await chromium.launchServer({executablePath:"/usr/bin/chromium",args:FLAGS});
const browser = await chromium.connect(browserServer.wsEndpoint());
const pid = browserServer.process().pid;
for (const dist of dists) {
  const {child,address}=await serve(dist);
  const context=await browser.newContext({locale:"en-US",serviceWorkers:"block",viewport:{width:1280,height:800}});
  await context.addInitScript(()=>localStorage.setItem("tengen.match",JSON.stringify({rule:"freestyle",area:{width:15,height:15},level:null,side:"black",opener:"person",opening:"free",swap:{third:null,fifth:null}})));
  await context.addInitScript(()=>{ window.timings=[]; new PerformanceObserver((l)=>{for(const e of l.getEntries()) if(e.name==="pointerup") window.timings.push({d:e.duration,i:e.processingStart-e.startTime,p:e.processingEnd-e.processingStart});}).observe({type:"event",durationThreshold:16,buffered:true}); });
  const page=await context.newPage();
  await page.goto(`${address}/#freestyle/15x15`);
  await page.locator("#point_7_7").waitFor();
  await page.waitForTimeout(3000);
  const cdp = process.env.TRACE ? await browser.newBrowserCDPSession() : null;
  const events=[];
  if (cdp) { cdp.on("Tracing.dataCollected",({value})=>events.push(...value)); await cdp.send("Tracing.start",{transferMode:"ReportEvents",traceConfig:{includedCategories:["devtools.timeline","blink","blink.user_timing","v8","cc","toplevel","disabled-by-default-v8.cpu_profiler"],enableArgumentFilter:false}}); }
  const before=sched(pid);
  const load0=readFileSync("/proc/loadavg","utf8").split(" ")[0];
  let done=0;
  for (const {x,y} of order.slice(0,N)) {
    const box=await page.locator(`#point_${x}_${y}`).boundingBox();
    await page.mouse.move(box.x+box.width/2,box.y+box.height/2);
    await page.mouse.down(); await page.mouse.up();
    await page.locator(`#point_${x}_${y}[aria-label*="last move"]`).waitFor();
    done++;
  }
  await page.waitForTimeout(500);
  const after=sched(pid);
  if (cdp) { const end=new Promise(r=>cdp.once("Tracing.tracingComplete",r)); await cdp.send("Tracing.end"); await end; (await import("node:fs")).writeFileSync("/tmp/click/trace.json",JSON.stringify(events)); }
  const t=await page.evaluate(()=>window.timings);
  console.log(dist, "load", load0, "clicks", done, "events>=16ms", t.length, "duration p50/p95", pct(t.map(e=>e.d),50), pct(t.map(e=>e.d),95), "input delay", pct(t.map(e=>e.i),50)?.toFixed(1), pct(t.map(e=>e.i),95)?.toFixed(1), "processing p50/p95", pct(t.map(e=>e.p),50)?.toFixed(2), pct(t.map(e=>e.p),95)?.toFixed(2));
  const rows=Object.entries(after).map(([k,[r,w]])=>[k,(r-(before[k]?.[0]??0))/1e6/done,(w-(before[k]?.[1]??0))/1e6/done]).filter(([,r])=>r>0.3).sort((a,b)=>b[1]-a[1]);
  let total=0; for (const [k,r,w] of rows){ total+=r; console.log("  ",k.padEnd(34),"run ms/click",r.toFixed(2),"wait",w.toFixed(2)); }
  console.log("   total", total.toFixed(1));
  await context.close(); child.kill();
}
await browser.close(); await browserServer.close();
