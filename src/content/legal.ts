import { contactRows } from './contact.ts'
import { site } from './site.ts'
import type { TextPage } from './text-page.ts'

const legalNote =
  'This page describes what the site’s software does. A company that opens this shop to real customers adds its legal name, the governing law and whatever else that law requires.'

const contact = { label: 'Contact', to: '/contact' }

/** Terms, privacy and cookies: they describe the software, so a change there may require a change here. */
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
          'Anyone with an account. You are responsible for what is ordered through yours: keep your password to yourself, and sign out on shared computers.',
        ],
      },
      {
        title: 'Quantity and price',
        text: [
          'You can order any whole number from a tool’s minimum order up to what is available, in the steps that its page names. The price is the one shown when you place the order. If it has changed in the meantime, we show you the new price and ask first.',
        ],
      },
      {
        title: 'Stock and payment',
        text: [
          'An order reserves its stock at once and holds it until the time shown on it. Until then you can pay by card, or cancel free of charge and without giving a reason. If it is still unpaid by then, it expires and the stock goes back on sale.',
          'If a payment arrives after that, we reserve the stock again if there is enough left. If there is not, we refund the whole amount to the card.',
        ],
      },
      {
        title: 'Requests for a quote',
        text: ['A request is a question, not an order. Nothing is sold until we have both agreed on a price.'],
      },
      {
        title: 'Reviews',
        text: [
          'Write about what you bought and how it performed. A review is public under the name you give. “Verified buyer” means that its author’s account has a paid order; it does not say for what.',
        ],
      },
      {
        title: 'Accounts that end',
        text: [
          'We may remove an account that is used for fraud or to harm the site. Its access ends at once; its orders stay valid, and what has been paid for is delivered or refunded.',
        ],
      },
    ],
    note: legalNote,
  },
  {
    path: '/privacy',
    name: 'Privacy policy',
    title: 'What we keep about you, and what for',
    lead: 'Only what an order, an account or a reply needs. We sell it to nobody, and no page tracks who reads it.',
    sections: [
      {
        title: 'An account',
        rows: [
          {
            label: 'What we keep',
            value: 'Your name, your e-mail and a hash of your password, from which the password cannot be recovered.',
          },
          {
            label: 'Why',
            value:
              'To sign you in, to send you the links that verify your e-mail or reset your password, and to show your orders to you and our staff, and nobody else.',
          },
          {
            label: 'Each login',
            value:
              'The IP address and the browser it came from. A login ends when you sign out, or after 30 days without a visit.',
          },
        ],
      },
      {
        title: 'An order',
        rows: [
          {
            label: 'What we keep',
            value: 'What you ordered and for how much, your name, e-mail, delivery address and phone.',
          },
          { label: 'Why', value: 'To make, ship and invoice it.' },
          {
            label: 'Before you place it',
            value:
              'The products and quantities that you put into your order, until you order them, take them out or delete your account.',
          },
          {
            label: 'Card',
            value:
              'The card number goes straight from your browser to the payment provider and never passes through this shop. We keep the payment’s ID, amount and status.',
          },
        ],
      },
      {
        title: 'A request or a review',
        rows: [
          { label: 'Request for a quote', value: 'What you entered in the form. Our staff read it.' },
          {
            label: 'Review',
            value: 'Your name, text and rating, which are public, and the account they came from, which is not.',
          },
        ],
      },
      {
        title: 'Visits',
        text: [
          'Public pages are the same for everyone and set no cookies. To stop floods of requests and password guessing, we count attempts per IP address for a while and then delete the count.',
        ],
      },
      {
        title: 'Who else receives it',
        rows: [
          {
            label: 'Card payments',
            value:
              'Stripe receives the amount and the card details. Where the payment page says sandbox, nobody does: never enter a real card there.',
          },
          {
            label: 'Continue with Google',
            value: 'Only if you use it: Google learns that you log in here, and tells us your name and e-mail.',
          },
        ],
      },
      {
        title: 'How long, and your say',
        text: [
          'Orders, reviews and requests are not deleted automatically. Write to us to see what we keep about you, to correct it, or to have anything removed that no invoice needs. Invoices stay as they were issued, even when an account is deleted, because the law requires us to keep books.',
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
    lead: 'Nothing that tracks you, so there is no banner to close. These are all the cookies and storage keys this site uses.',
    sections: [
      {
        title: 'Cookies',
        rows: [
          {
            label: '`wattwork.session_token`',
            value:
              'Keeps you logged in. It lasts 30 days, is renewed while you keep visiting, and is removed when you sign out. Scripts cannot read it.',
          },
          {
            label: '`wattwork.device`',
            value:
              'Lasts a year after you log in or sign up. It shows that you have used this browser before, so that someone else’s wrong guesses at your password do not lock you out here. It gives no access and says nothing else. Scripts cannot read it.',
          },
          {
            label: '`wattwork.state`',
            value:
              'Lasts five minutes, only during Continue with Google, to make sure that the reply belongs to your request.',
          },
          {
            label: '`sandbox_…`',
            value: 'Lasts half an hour, only where a sandbox stands in for Google. Its page says so.',
          },
        ],
        text: [
          'Over https, the names that begin with `wattwork` get `__Host-` in front: the browser sends those cookies only over encrypted connections, and only to this site.',
        ],
      },
      {
        title: 'Local storage',
        rows: [
          {
            label: '`accessToken`',
            value:
              'Tells the shop’s API who you are. Each token is valid for 15 minutes; signing out removes it. Where local storage is blocked, it is kept in session storage, or failing that in the page’s memory.',
          },
          {
            label: '`theme`',
            value:
              'Light or dark, once you have chosen. Until then nothing is stored and your system’s setting applies.',
          },
        ],
      },
      {
        title: 'Session storage',
        rows: [
          {
            label: '`cart`',
            value:
              'How many products are in your order, for the number at the top of each page. It is gone when you close the tab.',
          },
          {
            label: '`react-router-scroll-positions`',
            value:
              'How far you had scrolled on each page, so that Back returns you there. It is gone when you close the tab.',
          },
        ],
      },
      {
        title: 'From others',
        text: [
          'Only where Stripe takes the card payments: its script runs on the payment page and sets `__stripe_mid` (one year) and `__stripe_sid` (30 minutes) to detect fraud. All other fonts, pictures and scripts come from this site.',
        ],
      },
      {
        title: 'Removing them',
        text: ['Sign out, then clear this site’s data in your browser. Public pages work without any of it.'],
        links: [{ label: 'Privacy policy', to: '/privacy' }],
      },
    ],
    note: legalNote,
  },
]
