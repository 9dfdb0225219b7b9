import { type BlogAnswer, type BlogBlock, blogs } from '#content/blogs.ts'
import { InlineText } from '#web/components/inline-text.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'

const lead =
  'Front-end questions, answered for React 19 by the people who built this shop, with fans and power supplies as examples.'

export const meta = () => pageMeta('Blogs', lead)

/** Questions and answers, with a list of the questions beside them. */
export default function BlogsPage() {
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title="Five questions before a page leaves the floor">{lead}</PageHeading>
      <div className="page">
        <div className="side-section">
          <Contents />
          <div className="grid min-w-0 gap-16 bg-paper lg:gap-22">
            {blogs.map((answer) => (
              <Answer key={answer.slug} {...answer} />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

function Contents() {
  return (
    <nav aria-label="Questions">
      <ul className="contents grid border-b border-line bg-paper pb-8 text-small lg:border-0 lg:pb-0">
        {blogs.map(({ slug, question }) => (
          <li key={slug}>
            <a href={`#${slug}`} className="block py-2 text-ink-2 hover:text-ink hover:underline">
              {question}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Answer({ slug, question, lead: short, body }: BlogAnswer) {
  return (
    <article id={slug} className="min-w-0 scroll-mt-8" aria-labelledby={`${slug}-question`}>
      <h2 id={`${slug}-question`} className="max-w-[18em] text-price leading-[1.1] sm:text-[2.5rem]">
        {question}
      </h2>
      <p className="mt-5 max-w-[32em] text-[1.125rem] leading-normal sm:text-lead">
        <InlineText text={short} />
      </p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
        {body.map((block, index) => (
          <Block key={index} {...block} />
        ))}
      </div>
    </article>
  )
}

function Block(block: BlogBlock) {
  if (block.kind === 'code') {
    return (
      <pre className="code-block" tabIndex={0} role="region" aria-label={`Code: ${block.code.split('\n', 1).join()}`}>
        <code>{block.code}</code>
      </pre>
    )
  }
  return (
    <p className="max-w-[34em] text-ink-2">
      {block.term && <strong className="font-[560] text-ink">{block.term} </strong>}
      <InlineText text={block.text} />
    </p>
  )
}
