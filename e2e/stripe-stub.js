/**
 * Stands in for the script of js.stripe.com, as far as react-stripe-js uses it: plain inputs in place of Stripe's frames,
 * and the documented calls to api.stripe.com, which the test answers with the card sandbox.
 */
const labels = { cardNumber: 'Card number', cardExpiry: 'Expiry', cardCvc: 'CVC' }

/** @param {string} type one of the keys of `labels` */
function createElement(type) {
  const input = document.createElement('input')
  input.setAttribute('aria-label', `Stripe: ${labels[type]}`)
  const handlers = {}
  const element = {
    input,
    mount(container) {
      container.append(input)
      queueMicrotask(() => handlers.ready?.forEach((handle) => handle({ elementType: type })))
    },
    on(event, handle) {
      handlers[event] = [...(handlers[event] ?? []), handle]
      return element
    },
    off: () => element,
    update() {},
    destroy: () => input.remove(),
    unmount: () => input.remove(),
  }
  return element
}

async function call(path, fields) {
  const body = fields && new URLSearchParams(fields)
  const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${path}`, {
    method: body ? 'POST' : 'GET',
    body,
  })
  const result = await answer.json()
  return answer.ok ? { paymentIntent: result } : { error: result.error }
}

window.Stripe = () => {
  const elements = {}
  const typeOf = (element) => (typeof element === 'string' ? element : element.__elementType)
  return {
    elements: () => ({
      create: (type) => (elements[type] = createElement(type)),
      getElement: (element) => elements[typeOf(element)] ?? null,
      update() {},
    }),
    createToken() {},
    createPaymentMethod() {},
    retrievePaymentIntent: (secret) => call(`${secret.split('_secret_')[0]}?client_secret=${secret}`),
    confirmCardPayment(secret, { payment_method }) {
      const [month, year] = elements.cardExpiry.input.value.split('/')
      return call(`${secret.split('_secret_')[0]}/confirm`, {
        client_secret: secret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': elements.cardNumber.input.value,
        'payment_method_data[card][exp_month]': month.trim(),
        'payment_method_data[card][exp_year]': year.trim(),
        'payment_method_data[card][cvc]': elements.cardCvc.input.value,
        'payment_method_data[billing_details][name]': payment_method.billing_details.name,
      })
    },
    registerAppInfo() {},
    _registerWrapper() {},
  }
}
// The library asks for the release of the script: the one in its URL.
window.Stripe.version = new URL(document.currentScript.src).pathname.split('/')[1]
