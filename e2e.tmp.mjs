import 'reflect-metadata';
import { fork } from 'node:child_process';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from './dist/esm/index.js';
Logger.overrideLogger(false);
const child=fork('/tmp/e2e-server.mjs'); const port=await new Promise(r=>child.once('message',r));
const services={};
for (const k of ['yes','no','tpl','echo']) {
  const app=await NestFactory.createApplicationContext({module:class{},imports:[SmsGatewayModule.forRoot({baseUrl:`http://127.0.0.1:${port}/${k}`,auth:{method:'password',userId:'bench-user',password:'p@ss word/1'},retry:{attempts:1},name:k})]},{logger:false});
  const {getSmsServiceToken}=await import('./dist/esm/index.js');
  services[k]=app.get(getSmsServiceToken(k));
}
const text='Your code is 482913. Do not share it with anybody.';
async function round(sms,n){ const c=process.cpuUsage(); let left=n; await Promise.all(Array.from({length:50},async()=>{ while(left-->0){ try{ await sms.send({to:'919876543210',text,fields:{dltTemplateId:'1107161234567890123'}}) }catch(e){ if(e.code!=='rejected') throw e } } })); const d=process.cpuUsage(c); return (d.user+d.system)/n; }
for (const k in services) await round(services[k],5000);
const all={}; for (let r=0;r<14;r++) for (const k in services) (all[k]??=[]).push(await round(services[k],3000));
for (const k in all){ const v=all[k].toSorted((a,b)=>a-b); const ratios=all[k].map((x,i)=>x/all.yes[i]).toSorted((a,b)=>a-b); console.log(k,'min',v[0].toFixed(0),'median',v[7].toFixed(0),'ratio median',ratios[7].toFixed(2),'of mins',(v[0]/all.yes.toSorted((a,b)=>a-b)[0]).toFixed(2)); }
child.kill(); process.exit();
