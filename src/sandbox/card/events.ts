import Stripe from 'stripe'
import { newObjectId, unixSeconds, type EventType, type SandboxEvent } from './objects.ts'

/** An event about an object in its current state. */
export function newEvent(type: EventType, object: SandboxEvent['data']['object'], now: Date): SandboxEvent {
  return {
    id: newObjectId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: unixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  }
}
