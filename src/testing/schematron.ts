import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as Fontoxpath from 'fontoxpath'
import { parseXmlDocument, type Document, type Element, type Node } from 'slimdom'

// The package is CommonJS but has the types of an ES module.
const { evaluateXPathToBoolean, evaluateXPathToNodes, registerCustomXPathFunction } = createRequire(import.meta.url)(
  'fontoxpath',
) as typeof Fontoxpath

const [functions, own] = ['http://www.w3.org/2005/xpath-functions', 'urn:exact']
/** The engine uses doubles for decimals, and rules compare sums of amounts to the cent: so round a sum to the nearest double. */
registerCustomXPathFunction(
  { namespaceURI: own, localName: 'sum' },
  ['xs:anyAtomicType*'],
  'xs:decimal',
  (_context, amounts: unknown[]) => Number(amounts.reduce<number>((sum, each) => sum + Number(each), 0).toFixed(6)),
)

type Assertion = { id: string; test: string; isWarning: boolean }
type Rule = { context: string; assertions: Assertion[] }
/** For each node, only the first rule of a pattern whose context matches applies. */
type Pattern = Rule[]
export type Schematron = { patterns: Pattern[]; namespaces: ReadonlyMap<string, string> }

const attribute = (element: Element, name: string): string => element.getAttribute(name)?.trim() ?? ''
const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.localName === name)

/** Reads an ISO Schematron schema (XPath 2.0) with its includes; abstract patterns are instantiated. */
export function readSchematron(path: string): Schematron {
  const root = rootOf(path)
  const included = childrenOf(root, 'include').map((each) => rootOf(join(dirname(path), attribute(each, 'href'))))
  const elements = [...included, ...childrenOf(root, 'pattern')]
  const byId = new Map(elements.map((pattern) => [attribute(pattern, 'id'), pattern]))
  const concrete = elements.filter((pattern) => attribute(pattern, 'abstract') !== 'true')
  return {
    patterns: concrete.map((pattern) => patternOf(pattern, byId.get(attribute(pattern, 'is-a')) ?? pattern)),
    namespaces: new Map([
      ['xs', 'http://www.w3.org/2001/XMLSchema'],
      ...childrenOf(root, 'ns').map((each) => [attribute(each, 'prefix'), attribute(each, 'uri')] as const),
    ]),
  }
}

function rootOf(path: string): Element {
  const root = parseXmlDocument(readFileSync(path, 'utf8')).documentElement
  if (!root) throw new Error(`${path} has no element.`)
  return root
}

function patternOf(pattern: Element, shape: Element): Pattern {
  const values = new Map(
    childrenOf(pattern, 'param').map((each) => [attribute(each, 'name'), attribute(each, 'value')]),
  )
  // A single pass, because the values contain variables of their own.
  const filled = (text: string) => text.replaceAll(/\$([\w-]+)/g, (variable, name) => values.get(name) ?? variable)
  return childrenOf(shape, 'rule').map((rule) => ({
    context: filled(attribute(rule, 'context')),
    assertions: childrenOf(rule, 'assert').map((each) => ({
      id: attribute(each, 'id'),
      test: filled(attribute(each, 'test')),
      isWarning: attribute(each, 'flag') === 'warning',
    })),
  }))
}

/** The names of the rules that a document breaks, warnings aside; a rule that cannot be evaluated counts as broken. */
export function brokenAssertions({ patterns, namespaces }: Schematron, xml: string): string[] {
  const document = parseXmlDocument(xml)
  const options: Fontoxpath.Options = {
    namespaceResolver: (prefix) => namespaces.get(prefix) ?? null,
    functionNameResolver: ({ prefix, localName }) => {
      const usual = localName === 'sum' ? own : functions
      return { namespaceURI: prefix === '' ? usual : (namespaces.get(prefix) ?? ''), localName }
    },
  }
  const broken = patterns.flatMap((pattern) => {
    const judged = new Set<Node>()
    return pattern.flatMap(({ context, assertions }) => {
      const nodes = matches(context, document, options).filter((node) => !judged.has(node))
      for (const node of nodes) judged.add(node)
      return assertions
        .filter(({ test, isWarning }) => !isWarning && !nodes.every((node) => holds(test, node, options)))
        .map(({ id }) => id)
    })
  })
  return [...new Set(broken)]
}

/** The nodes that a context matches: each of its alternatives, from the root or from anywhere. */
function matches(context: string, document: Document, options: Fontoxpath.Options): Node[] {
  const anywhere = context
    .split(/\|(?![^[]*\])/)
    .map((alternative) => alternative.trim())
    .map((alternative) => (alternative.startsWith('/') ? alternative : `//${alternative}`))
  return evaluateXPathToNodes<Node>(anywhere.join(' | '), document, null, null, options)
}

function holds(test: string, node: Node, options: Fontoxpath.Options): boolean {
  try {
    return evaluateXPathToBoolean(test, node, null, null, options)
  } catch {
    return false
  }
}
