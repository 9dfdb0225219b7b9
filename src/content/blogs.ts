/** A part of an answer. Code within a text is between backticks. A term begins its paragraph, set apart. */
export type BlogBlock =
  | { kind: 'text'; term?: string; text: string }
  | { kind: 'code'; language: 'js' | 'tsx'; code: string }

export type BlogAnswer = {
  /** The anchor of the question on the page. */
  slug: string
  question: string
  /** The answer in a sentence or two. */
  lead: string
  body: BlogBlock[]
}

const text = (words: string): BlogBlock => ({ kind: 'text', text: words })
const about = (term: string, words: string): BlogBlock => ({ kind: 'text', term, text: words })
const code = (language: 'js' | 'tsx', lines: string[]): BlogBlock => ({
  kind: 'code',
  language,
  code: lines.join('\n'),
})

/** The questions of /blogs, answered for React 19. */
export const blogs: readonly BlogAnswer[] = [
  {
    slug: 'react-performance',
    question: 'How can you improve the performance of a React application?',
    lead: 'Measure first. Then send less script, render less often, and let urgent updates overtake slow ones.',
    body: [
      text(
        'Start where the time goes. Field data for Largest Contentful Paint, Interaction to Next Paint and layout shift tells you what visitors feel; the React Profiler and the React tracks in the browser’s performance panel tell you which component causes it. A guess is usually wrong.',
      ),
      text(
        'Before the first paint, the cost is rarely React. Render the page on the server or at build time, split code per route with `lazy`, give pictures a size, and start requests together rather than one after another. A component that loads its data in an effect has to arrive and render before its request leaves.',
      ),
      text(
        'After that, render less. Keep state near the component that uses it, and pass slow parts as `children`, so that they do not render when a parent’s state changes. Compute what follows from props and state while rendering, instead of copying it into more state. React Compiler memoizes components and values at build time; without it, use `memo`, `useMemo` and `useCallback` only where the profiler shows that they help. Show only the visible rows of a very long list.',
      ),
      text(
        'When slow rendering cannot be avoided, move it out of the way. `useDeferredValue` lets the field keep up with typing while the list follows:',
      ),
      code('tsx', [
        "const [words, setWords] = useState('')",
        'const deferred = useDeferredValue(words)',
        '',
        'return (',
        '  <>',
        '    <input value={words} onChange={(event) => setWords(event.target.value)} />',
        '    <ProductList words={deferred} />',
        '  </>',
        ')',
      ]),
      text(
        'This works when `ProductList` is memoized, by the compiler or by `memo`; otherwise it renders on every keystroke.',
      ),
    ],
  },
  {
    slug: 'state-in-react',
    question: 'What are the different ways to manage state in React?',
    lead: 'Sort state by who owns it: one component, several components, the address bar, the server or a form. Each kind has its own tool.',
    body: [
      about(
        'Local state',
        'belongs to one component: an open menu, a chosen tab. `useState` is enough; `useReducer` is clearer when several values change together or the next state depends on which event happened.',
      ),
      about(
        'Shared state',
        'is used by several components. Lift it to their nearest common parent and pass it down. When many levels would only pass it along, use context: the signed-in user, the theme, the language. Every reader of a context renders again when its value changes, so it suits values that rarely change.',
      ),
      about(
        'Global client state',
        'changes often and is read in many places, as in an editor or a cart. A small store outside React, such as Zustand, Jotai or Redux Toolkit, lets each component subscribe to the part it needs. Such libraries connect through `useSyncExternalStore`.',
      ),
      about(
        'State in the address',
        'is what a visitor would want to send to a colleague: search words, filters, the page. Keep it in the URL, and back, forward and reload work without more code.',
      ),
      about(
        'Server state',
        'is a copy of what a database holds. It can be out of date, it loads and it fails. A router’s loaders or a library such as TanStack Query handle caching, repeats and errors; storing a response with `useState` in an effect leaves all of that to you.',
      ),
      about(
        'Form state',
        'can often stay in the browser’s own fields until the form is sent. React 19 adds `useActionState` for the result and the pending state of a submission, and `useOptimistic` to show the expected result early.',
      ),
      text('One rule holds for all: store each fact once, and compute the rest.'),
    ],
  },
  {
    slug: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    lead: 'Every JavaScript object has a link to another object or to null: its prototype. A property that the object lacks is looked up there, and so on along the chain.',
    body: [
      text(
        'Inheritance in JavaScript copies nothing. When you read `fan.describe`, the engine looks at `fan` itself, then at its prototype, then at the prototype of that, until it finds the property or reaches `null`. If it reaches `null`, the value is `undefined`.',
      ),
      code('js', [
        'const product = {',
        '  describe() {',
        '    return `${this.name}: ${this.watts} W`',
        '  },',
        '}',
        '',
        'const fan = Object.create(product)',
        "fan.name = 'AF-120'",
        'fan.watts = 2.2',
        '',
        "fan.describe()                          // 'AF-120: 2.2 W'",
        "Object.hasOwn(fan, 'describe')          // false: it was inherited",
        'Object.getPrototypeOf(fan) === product  // true',
      ]),
      text(
        '`this` is the object before the dot, not the object on which the method was found. So one method on the prototype serves every object that inherits from it.',
      ),
      text(
        'Writing is different from reading. An ordinary assignment such as `fan.watts = 2.2` makes a property on `fan` itself and leaves the prototype alone; the new property then hides an inherited one of the same name. The exceptions are inherited setters, which are called, and inherited read-only properties, which cannot be assigned.',
      ),
      text(
        '`class` is a clearer way to write the same thing. Methods go on the class’s `prototype` object, `new` links each instance to it, and `extends` links the two prototype objects, and the two constructors as well, so that static methods are inherited too. `super.describe()` starts the lookup one step further up.',
      ),
      text(
        'Two habits keep this simple: ask `Object.hasOwn` when only an object’s own properties count, and do not add to built-in prototypes such as `Array.prototype`, because every script on the page shares them.',
      ),
    ],
  },
  {
    slug: 'why-not-set-state-directly',
    question: 'Why should you not set state directly: products = [...] instead of setProducts([...])?',
    lead: 'An assignment changes a variable of one render. React never finds out, so nothing is drawn again, and the next render starts from the old value.',
    body: [
      code('tsx', ['const [products, setProducts] = useState<Product[]>([])']),
      text(
        'React keeps the state itself. `products` is only a constant that holds the value for this one render: with `const`, the assignment `products = [...]` throws a TypeError. With `let` it would run and still do nothing useful, because no render is scheduled and the next call of `useState` returns the value that React has stored.',
      ),
      text(
        'Changing the array in place, with `products.push(fan)`, is worse because it seems to work. The stored array has changed, but nothing asked for a render, so the screen is out of date until something else causes one. If you then call `setProducts(products)`, React compares the two with `Object.is`, finds the same array and may skip the update. Memoized components and effects that depend on `products` see no change either.',
      ),
      text('Give the setter a new value instead:'),
      code('tsx', [
        'setProducts([...products, fan])',
        'setProducts((current) => current.filter((product) => product.id !== id))',
        'setProducts((current) => current.map((product) => (product.id === id ? { ...product, price } : product)))',
      ]),
      text(
        'The setter stores the value and schedules a render. React batches the calls made in one event and renders once. Pass a function when the new value depends on the old one: it receives the latest value, even when several updates are queued or the call comes later from a timer.',
      ),
      text(
        'Creating a new value for every change has other benefits. Each render has a consistent snapshot of its own, comparing takes one cheap check, and earlier values are still there for undo.',
      ),
    ],
  },
  {
    slug: 'unit-tests',
    question: 'What is a unit test, and why should you write unit tests?',
    lead: 'A unit test runs one small piece of code by itself and checks that a known input gives the expected result. It finds a mistake in seconds, close to where it was made.',
    body: [
      text(
        'The unit is usually a function or a module with one purpose. The test calls it as other code would, without a network or a real clock, and compares the result with what is expected. This shop decides whether an order quantity is allowed in one such function:',
      ),
      code('js', [
        'test.each([',
        '  [19, false], // below the minimum of 20',
        '  [20, true],',
        '  [62, true],',
        '  [63, false], // more than the 62 available',
        "])('a quantity of %i is allowed: %s', (quantity, allowed) => {",
        '  expect(isAllowed({ quantity, minimum: 20, available: 62 })).toBe(allowed)',
        '})',
      ]),
      text(
        'The cases sit on both sides of each limit, because that is where code most often goes wrong: `<` for `<=`, the empty list, the last item.',
      ),
      text(
        'Such tests pay off in four ways. They let you change code without fear, since anything that breaks shows at once. They point at the failing function rather than at a page that looks odd. They describe behaviour with examples that cannot go out of date unnoticed. And code that is hard to test is often doing too much, so writing the test improves the design.',
      ),
      text(
        'A good unit test is fast, gives the same result every time, does not depend on other tests, and checks results rather than internal steps; otherwise every cleanup breaks it. Start every bug fix with a test that fails because of the bug.',
      ),
      text(
        'Unit tests do not show that the parts fit together. Add some tests that cross the database and the HTTP interface, and a few that walk through the main user journeys in a real browser.',
      ),
    ],
  },
]
