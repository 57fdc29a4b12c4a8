import * as admin from "#shared/contract/admin.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import * as actions from "./account-actions.ts";
import { readAccountCasesHandler, readAccountMailsHandler } from "./account-history.ts";
import {
  decideArtworkHandler,
  findReviewedArtworkHandler,
  previewArtworkMailsHandler,
  readReviewedArtworkHandler,
} from "./artwork.ts";
import {
  decideCaseHandler,
  listCasesHandler,
  previewCaseMailsHandler,
  readCaseHandler,
  readCaseMessagesHandler,
  releaseCaseHandler,
  reopenCaseHandler,
  takeCaseHandler,
} from "./cases.ts";
import { createPlatformCodeHandler, endPlatformCodeHandler, listPlatformCodesHandler } from "./discounts.ts";
import { changeHomePageHandler, readHomePageHandler } from "./home-page.ts";
import { listLogHandler } from "./log.ts";
import { readNumbersHandler, readYearReportHandler } from "./numbers.ts";
import { readOperatorHandler } from "./operator.ts";
import * as orders from "./orders.ts";
import * as people from "./people.ts";
import { changeSynonymsHandler, readSearchWordsHandler } from "./search-words.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  readOperator: readOperatorHandler,
  listLog: listLogHandler,
  listCases: listCasesHandler,
  readCase: readCaseHandler,
  readCaseMessages: readCaseMessagesHandler,
  takeCase: takeCaseHandler,
  releaseCase: releaseCaseHandler,
  previewCaseMails: previewCaseMailsHandler,
  decideCase: decideCaseHandler,
  reopenCase: reopenCaseHandler,
  findReviewedArtwork: findReviewedArtworkHandler,
  readReviewedArtwork: readReviewedArtworkHandler,
  previewArtworkMails: previewArtworkMailsHandler,
  decideArtwork: decideArtworkHandler,
  searchOrders: orders.searchOrdersHandler,
  readOrderRecord: orders.readOrderRecordHandler,
  readOrderLedger: orders.readOrderLedgerHandler,
  readOrderRecordDocument: orders.readOrderRecordDocumentHandler,
  previewOrderMails: orders.previewOrderMailsHandler,
  decideOrder: orders.decideOrderHandler,
  readHomePage: readHomePageHandler,
  changeHomePage: changeHomePageHandler,
  readSearchWords: readSearchWordsHandler,
  changeSynonyms: changeSynonymsHandler,
  listPlatformCodes: listPlatformCodesHandler,
  createPlatformCode: createPlatformCodeHandler,
  endPlatformCode: endPlatformCodeHandler,
  readNumbers: readNumbersHandler,
  readYearReport: readYearReportHandler,
  searchPeople: people.searchPeopleHandler,
  readAccount: people.readAccountHandler,
  listAccountArtwork: people.listAccountArtworkHandler,
  listAccountOrders: people.listAccountOrdersHandler,
  readAccountMails: readAccountMailsHandler,
  readAccountCases: readAccountCasesHandler,
  endAccountSessions: actions.endAccountSessionsHandler,
  removeAccountFactors: actions.removeAccountFactorsHandler,
  blockAccount: actions.blockAccountHandler,
  unblockAccount: actions.unblockAccountHandler,
  suspendAccount: actions.suspendAccountHandler,
  liftSuspension: actions.liftSuspensionHandler,
  previewAccountMails: actions.previewAccountMailsHandler,
  startAccountExport: actions.startAccountExportHandler,
  eraseAccount: actions.eraseAccountHandler,
};

export const handler = serve(admin, handlers, () => openServices("admin", serviceFactories, process.env));
