import { sqlite } from './engines.ts'
import { storeContract } from './store-contract.ts'

storeContract('log', sqlite())
