import { data } from 'react-router'
import type { Order } from '#features/orders/schema.ts'
import type { SavedList } from '#features/saved-lists/schema.ts'
import { api } from './api.ts'
import { ApiProblem } from './problem.ts'

/** For clientLoaders. @throws 404 for a list that does not exist or is not this user's. */
export const savedListById = (listId: string): Promise<SavedList> =>
  found(async () => (await api.lists[':listId'].$get({ param: { listId: encodeURIComponent(listId) } })).json())

/** For clientLoaders. @throws 404 for an order that does not exist or is not this user's: the server does not tell which. */
export const orderById = (orderId: string): Promise<Order> =>
  found(async () => (await api.order[':orderId'].$get({ param: { orderId: encodeURIComponent(orderId) } })).json())

/** Turns an API 404 into a 404 page. @throws 404 when the call answers 404. */
export async function found<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ApiProblem && error.status === 404 ? data(undefined, { status: 404 }) : error
  }
}
