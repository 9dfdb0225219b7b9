import { expect, test } from 'vitest'
import { asHtml } from './as-html.ts'
import { asText } from './as-text.ts'
import type { Mail } from './message.ts'

const sender = { name: 'The Works', address: ['Plot 7', 'Dhaka'] }
const bad = '<img src=x onerror=alert(1)> & "quoted"'
const mail: Mail = {
  to: 'nusrat@example.com',
  subject: 'Your order is on its way',
  paragraphs: ['First.', 'Second.', 'Third.'],
  action: { label: 'Look', url: 'https://shop.example/look?a=1&b=2' },
  lines: [{ name: 'Fan', note: 'AF-120', quantity: 1200, amount: '$8,280.00' }],
  total: { label: 'Total', amount: '$8,280.00' },
  details: [{ label: 'Carrier', value: 'DHL' }],
}

/** The text that a reader sees. */
const words = (html: string) =>
  html
    .replace(/[^]*<\/head>/, '')
    .replaceAll(/<!--[^]*?-->|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('the HTML says what the text says, and spells out its link', async () => {
  const html = await asHtml(mail, sender)
  expect(html).toMatch(/^<!DOCTYPE html>\s*<html lang="en">/)
  expect(html).toContain('href="https://shop.example/look?a=1&amp;b=2"')
  expect(words(html)).toBe(
    'First. T The Works Your order is on its way First. Look https://shop.example/look?a=1&amp;b=2 ' +
      'Product Quantity Amount Fan AF-120 1,200 $8,280.00 Total $8,280.00 Carrier DHL Second. Third. ' +
      'The Works, Plot 7, Dhaka',
  )
  const text = asText(mail, sender)
  for (const said of ['First.', 'Look', '1,200', 'AF-120', '$8,280.00', 'Carrier', 'DHL', 'Third.', 'Dhaka']) {
    expect(text).toContain(said)
  }
})

test('missing parts leave nothing behind, and a preheader comes first', async () => {
  const html = await asHtml({ to: mail.to, subject: 'S', paragraphs: ['Only.'], preheader: 'Before.' }, sender)
  expect(words(html)).toBe('Before. T The Works S Only. The Works, Plot 7, Dhaka')
  expect(html).not.toMatch(/<a |<th/)
})

test('Bangla is marked as such, part by part, and what somebody wrote keeps its lines', async () => {
  const message = 'প্রতি মাসে নিলে\nদশ শতাংশ ছাড়।'
  const bangla: Mail = {
    ...mail,
    paragraphs: ['Hello মোঃ রফিকুল, here is our offer.', message],
    lines: [{ name: 'কুলিং ফ্যান', note: 'AF-120', quantity: 1, amount: '$8.00' }],
    details: [{ label: 'Ships to', value: 'বাড়ি ৭, ধানমন্ডি' }],
  }
  const marked = (await asHtml(bangla, sender)).matchAll(/ lang="bn"[^>]*>([^]*?)<\/(?:p|span|td)>/g)
  expect(Array.from(marked, ([, text]) => text?.trim())).toEqual([
    'কুলিং ফ্যান',
    'বাড়ি ৭, ধানমন্ডি',
    message.replace('\n', '<br />'),
  ])
  expect(asText(bangla, sender)).toContain(`\n${message}\n`)
})

test('HTML in any field is escaped', async () => {
  const html = await asHtml(
    {
      to: mail.to,
      subject: bad,
      preheader: bad,
      paragraphs: [bad, bad],
      action: { label: bad, url: `https://shop.example/"${bad}` },
      lines: [{ name: bad, note: bad, quantity: 1, amount: bad }],
      total: { label: bad, amount: bad },
      details: [{ label: bad, value: bad }],
    },
    { name: 'The Works', address: [bad] },
  )
  expect(html).not.toContain('<img')
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;quoted&quot;/g)?.length).toBeGreaterThanOrEqual(
    14,
  )
})
