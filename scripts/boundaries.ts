/** Checks the imports against dependency-cruiser.config.ts. Finding no imports is a failure too: then the tool is broken. */
import { cruise, type ICruiseOptions } from 'dependency-cruiser'
import configuration from '../dependency-cruiser.config.ts'

const { forbidden, options } = configuration
const cruiseOptions: ICruiseOptions = { ...options, ruleSet: { forbidden: forbidden ?? [] }, validate: true }
const { output } = await cruise(['src'], cruiseOptions)
if (typeof output === 'string') throw new Error(`dependency-cruiser returned text: ${output}`)

const { violations, totalCruised, totalDependenciesCruised = 0 } = output.summary
for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} → ${to}`)
if (totalDependenciesCruised === 0) console.log('No import was read: the parser is missing or cannot read TypeScript.')
console.log(`${totalCruised} modules, ${totalDependenciesCruised} imports, ${violations.length} against the rules`)
process.exitCode = violations.length > 0 || totalDependenciesCruised === 0 ? 1 : 0
