/** What we use of Lighthouse, which is installed only where its scores are wanted. */
declare module 'lighthouse' {
  type Options = { port: number; onlyCategories: string[]; logLevel: 'error' }
  type Result = {
    lhr: { categories: Record<string, { id: string; score: number | null }>; runtimeError?: { code: string } }
  }
  export default function lighthouse(url: string, options: Options): Promise<Result | undefined>
}
