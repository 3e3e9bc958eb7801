import { simulateSpeed } from './simulate.ts'
for (const factor of [1,1.1,1.3,1.5]) console.log(factor, simulateSpeed({steps:3,factor,runs:4000,experiments:1000,seed:1}))
