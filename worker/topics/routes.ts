import * as contract from '#contract/topics'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { create, recallCreated } from './create.ts'
import { remove } from './delete.ts'
import { edit } from './edit.ts'
import { list, listForStaff } from './list.ts'
import { merge, recallMerged } from './merge.ts'
import * as ofUser from './of-user.ts'
import { order } from './order.ts'

export const topicRoutes = routes(
  bind(contract.topicsOfUser, ofUser.list),
  bind(contract.addTopics, ofUser.add, recallNothing),
  bind(contract.removeTopics, ofUser.remove),
  bind(contract.changeTopics, ofUser.change),
  bind(contract.listTopics, list),
  bind(contract.listTopicsForStaff, listForStaff),
  bind(contract.orderTopics, order),
  bind(contract.mergeTopic, merge, recallMerged),
  bind(contract.createTopic, create, recallCreated),
  bind(contract.editTopic, edit),
  bind(contract.deleteTopic, remove),
)
