import { contactRows } from './contact.ts'
import { site } from './site.ts'
import type { TextPage } from './text-page.ts'

const legalNote =
  'This page says what the site does, as far as its software decides it. A firm that opens the shop to real customers adds its legal name, the law it is under and whatever else that law asks for.'

const contact = { label: 'Contact', to: '/contact' }

/** Terms, privacy and cookies: true to the software, so a change there may be a change here. */
export const legalPages: readonly TextPage[] = [
  {
    path: '/terms',
    name: 'Terms of use',
    title: 'What an order binds both of us to',
    lead: `How ordering, paying and reviewing work at ${site.name}.`,
    sections: [
      {
        title: 'Who may order',
        text: [
          'Everyone with an account. You answer for what is ordered under yours: keep the password to yourself, and sign out on machines that others use.',
        ],
      },
      {
        title: 'Quantity and price',
        text: [
          'A tool is sold in any whole number from its minimum order up to what is available. The price is the one on the tool’s page when you press Order Now. Should it have changed in between, you see the new one and are asked first.',
        ],
      },
      {
        title: 'Stock and payment',
        text: [
          'An order takes its stock at once and keeps it until the time that stands on it. Until then it can be paid by card, or cancelled without a reason and without a cost. Unpaid by then, it expires and the stock goes back on sale.',
          'If a payment arrives after that, we take the stock again where there is enough. Where there is not, the whole amount goes back to the card.',
        ],
      },
      {
        title: 'Requests for a quote',
        text: ['A request is a question, not an order. Nothing is sold until both sides have agreed on a price.'],
      },
      {
        title: 'Reviews',
        text: [
          'Write about what you bought and how it did. A review is public under the name you give it. “Verified buyer” says that its writer’s account has a paid order; it does not say which.',
        ],
      },
      {
        title: 'Accounts that end',
        text: [
          'We may remove an account that is used to cheat or to harm the site. Its access ends at once; its orders stay valid, and what was paid is delivered or refunded.',
        ],
      },
    ],
    note: legalNote,
  },
  {
    path: '/privacy',
    name: 'Privacy policy',
    title: 'What we keep about you, and what for',
    lead: 'Only what an order, an account or an answer needs. It is sold to nobody, and no page measures who reads it.',
    sections: [
      {
        title: 'An account',
        rows: [
          {
            label: 'Kept',
            value: 'Name, e-mail and a scrambled form of the password from which it cannot be read back.',
          },
          {
            label: 'What for',
            value:
              'To let you in, to send you the links that confirm the address or set a new password, and to show your orders to you and to nobody else but our staff.',
          },
          {
            label: 'Each login',
            value:
              'The network address and the browser it came from. A login ends at Sign Out, or after 30 days without a visit.',
          },
        ],
      },
      {
        title: 'An order',
        rows: [
          { label: 'Kept', value: 'What you ordered, for how much, your name, e-mail, delivery address and phone.' },
          { label: 'What for', value: 'To make, send and invoice it.' },
          {
            label: 'Card',
            value:
              'Its number goes from your browser to the payment provider and never passes through this shop. We keep the payment’s number, amount and state.',
          },
        ],
      },
      {
        title: 'A request or a review',
        rows: [
          { label: 'Request for a quote', value: 'What you typed into the form. Our staff read it.' },
          {
            label: 'Review',
            value:
              'Name, text and rating, which everyone can read, and the account it came from, which nobody is shown.',
          },
        ],
      },
      {
        title: 'Visits',
        text: [
          'Public pages are the same for everyone and set no cookie. To stop floods and guessed passwords, we count tries by network address for a while and then delete the count.',
        ],
      },
      {
        title: 'Who else receives it',
        rows: [
          {
            label: 'Card payments',
            value:
              'Stripe, for the amount and the card. Where the payment page says sandbox, nobody: no real card belongs there.',
          },
          {
            label: 'Continue with Google',
            value: 'Google learns that you log in here, and tells us your name and e-mail. Only if you press it.',
          },
        ],
      },
      {
        title: 'How long, and your say',
        text: [
          'Orders, reviews and requests have no date at which they delete themselves. Write to us to see what is kept about you, to have it corrected, or to have removed what no invoice needs.',
        ],
        links: [{ label: 'Cookie policy', to: '/cookies' }],
      },
      { title: 'How to reach us', rows: contactRows, links: [contact] },
    ],
    note: legalNote,
  },
  {
    path: '/cookies',
    name: 'Cookie policy',
    title: 'What your browser keeps for us',
    lead: 'Nothing to follow you with, so there is no banner to close. These are all the cookies and stored keys there are.',
    sections: [
      {
        title: 'Cookies',
        rows: [
          {
            label: '`wattwork.session_token`',
            value:
              'Your login, after Login or Sign up. It lasts 30 days, begins anew while you keep visiting, and goes at Sign Out. Scripts cannot read it.',
          },
          {
            label: '`wattwork.device`',
            value:
              'A year, after Login or Sign up: this browser has been in your account before, so somebody else’s wrong guesses at your password do not keep you out here. It opens nothing and says nothing else. Scripts cannot read it.',
          },
          {
            label: '`wattwork.state`',
            value:
              'Five minutes, only while Continue with Google is under way, to know that the answer belongs to your question.',
          },
          {
            label: '`sandbox_…`',
            value: 'Half an hour, only where a stand-in takes the place of Google, which its page then says.',
          },
        ],
        text: [
          'Over https the names that begin with `wattwork` have `__Host-` before them: the browser sends those over encrypted connections alone, and to this site alone.',
        ],
      },
      {
        title: 'Local storage',
        rows: [
          {
            label: '`accessToken`',
            value:
              'Proves to the shop’s calls who you are. Each one is valid for 15 minutes; Sign Out removes it. Where local storage is closed it lies in session storage, and otherwise in the page’s memory.',
          },
          {
            label: '`theme`',
            value: 'Light or dark, once you have chosen. Without a choice nothing is stored and the system decides.',
          },
        ],
      },
      {
        title: 'Session storage',
        rows: [
          {
            label: '`react-router-scroll-positions`',
            value: 'How far down each page you were, so that Back returns you there. It goes when you close the tab.',
          },
        ],
      },
      {
        title: 'From others',
        text: [
          'Only where cards are taken by Stripe: its script runs on the payment page and sets `__stripe_mid` (one year) and `__stripe_sid` (30 minutes) to recognise fraud. Fonts, pictures and scripts of every other page come from this site.',
        ],
      },
      {
        title: 'Removing them',
        text: ['Sign Out, then delete the site’s data in your browser. Public pages work without any of it.'],
        links: [{ label: 'Privacy policy', to: '/privacy' }],
      },
    ],
    note: legalNote,
  },
]
