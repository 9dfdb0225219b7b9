/** `npm run admin -- balance`: holds the shop's stored numbers against each other, and says what does not add up. */
import { sayBalance } from './lib/balance.ts'
import { command, withDatabase } from './lib/command.ts'

const usage = `npm run admin -- balance    holds stock, orders, money, accounts and invoices against each other`

const [name] = process.argv.slice(2)
if (name === 'balance') await command((config, log) => withDatabase(config, log, (db) => sayBalance(db, console.log)))
else {
  console.error(usage)
  process.exitCode = 2
}
