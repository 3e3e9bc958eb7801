import { postgres } from './engines.ts'
import { storeContract } from './store-contract.ts'

storeContract('people', postgres())
