import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import Stripe from "stripe";
import { v7 as uuidv7 } from "uuid";
import { computeVersion } from "#lambdas/areas/admin/account-version.ts";
import { findCurated } from "#lambdas/areas/artwork/curated.ts";
import { buildClosing, type NewCase, openCase, takeCase } from "#lambdas/areas/cases/change-cases.ts";
import { deliverNotification } from "#lambdas/areas/notifications/deliver-notification.ts";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { computeOrderVersion } from "#lambdas/areas/purchases/order/order-version.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { attempt } from "#lambdas/platform/table/transact.ts";
import { areas } from "#shared/contract/areas.ts";
import { forgotPassword } from "#shared/contract/auth.ts";
import { writeCollectionComment } from "#shared/contract/collections.ts";
import { createAnnouncement } from "#shared/contract/follows.ts";
import { startThread } from "#shared/contract/messages.ts";
import { previousNotifications, readNotification } from "#shared/contract/notifications.ts";
import { type createAccounts, PASSWORD } from "./accounts.ts";
import type { Sent } from "./event.ts";
import { billing, type createGiven, freeArtwork, personalLicense, pricedArtwork } from "./given.ts";
import { createPurchasing } from "./purchasing.ts";
import type { Api } from "./start-api.ts";

/** The account that owns everything in the call. */
export interface Subject {
  readonly userId: string;
  readonly userUsername: string;
  readonly userEmail: string;
  /** Token of the verification link. */
  readonly tokenId: string;
}

export interface World {
  readonly api: Api;
  readonly given: ReturnType<typeof createGiven>;
  readonly people: ReturnType<typeof createAccounts>;
}

/** Roles of the caller, or of the subject for public routes that ignore tokens. */
export const ROLES = ["visitor", "unverified", "signedIn", "otherUser", "owner", "deactivated"] as const;
export type Role = (typeof ROLES)[number];

interface Sample {
  /** A minimal valid request about the subject's own data. */
  readonly of: (world: World, subject: Subject) => Sent | Promise<Sent>;
  /** True if the call consumes its subject, so that each role needs its own. */
  readonly spends?: true;
  /** Statuses that don't follow from `access`. */
  readonly but?: Partial<Readonly<Record<Role, number>>>;
}

type Samples = { readonly [A in keyof typeof areas]: { readonly [R in keyof (typeof areas)[A]]: Sample } };

const readRevision = async ({ services }: Api) => ({
  revision: (await findCurated(services.table, { consistent: true })).revision ?? 0,
});

const nothing: Sample = { of: () => ({}) };
const self: Sample = { of: (_, { userId }) => ({ params: { userId } }) };
const named: Sample = {
  of: (_, { userUsername }) => ({ params: { username: userUsername } }),
  but: { unverified: 404, deactivated: 404 },
};
/** A closed account's token is refused before the username is looked up. */
const namedAndGreeted: Sample = { ...named, but: { unverified: 404 } };
const toSelf = (body: object): Sample => ({ of: (_, { userId }) => ({ params: { userId }, body }) });
const file = { mime: "image/png", bytes: 1000, sha256: "a".repeat(64) };
const next = { userPassword: "a better password", userConfirm: "a better password" };
const buildMailRequest = { of: (_: World, { userEmail }: Subject) => ({ body: { userEmail } }) };

const buildPublishRequest = async ({ given }: World, { userId }: Subject) => {
  const mediaId = await given.picture(userId);
  return { body: { ...freeArtwork, mediaId } };
};

/** Memoizes by subject. */
function onceEach<T>(make: (world: World, subject: Subject) => Promise<T>): typeof make {
  const made = new Map<string, Promise<T>>();
  return (world, subject) => {
    const thing = made.get(subject.userId) ?? make(world, subject);
    made.set(subject.userId, thing);
    return thing;
  };
}

const createArtwork = onceEach(({ given }, { userId }) => given.artwork(userId));

const withArtwork = (body?: object) => async (world: World, subject: Subject) => {
  const { artworkId } = await createArtwork(world, subject);
  return { params: { artworkId }, ...(body ? { body } : {}) };
};

/** Puts a case into the queue. */
async function putCase(
  { api }: World,
  opened: { readonly kind: "ticket" | "conversation" } & Pick<NewCase, "authorId" | "title" | "text" | "threadId">,
) {
  const caseId = api.services.newId();
  await openCase(api.services.table, { ...opened, caseId }, api.services.now());
  return caseId;
}

const withTicket =
  (body?: object) =>
  async (world: World, { userId: authorId }: Subject) => {
    const caseId = await putCase(world, { kind: "ticket", authorId, title: "Upload", text: "It stops." });
    return { params: { caseId }, ...(body ? { body } : {}) };
  };

const withComment = (body?: object) => async (world: World, subject: Subject) => {
  const { artworkId } = await createArtwork(world, subject);
  const { commentId } = await world.given.comment(artworkId, subject.userId);
  return { params: { artworkId, commentId }, ...(body ? { body } : {}) };
};

/** A collection of the subject with an artwork in it. */
const withCollection = (body?: object) => async (world: World, subject: Subject) => {
  const { artworkId } = await createArtwork(world, subject);
  const collectionId = await world.given.collection(subject.userId, [artworkId]);
  return { params: { collectionId, artworkId }, ...(body ? { body } : {}) };
};

/** A collection of the subject, and somebody else's name. */
const withInvited = async (world: World, subject: Subject) => {
  const { params } = await withCollection()(world, subject);
  return { params: { ...params, username: (await world.given.user()).name } };
};

/** A comment of the subject on a collection of theirs. */
const withCollectionComment = (body?: object) => async (world: World, subject: Subject) => {
  const collectionId = await world.given.collection(subject.userId, []);
  const { api } = world;
  const written = await api.call(writeCollectionComment, {
    as: subject.userId,
    params: { collectionId },
    body: { commentContent: "This one." },
  });
  return { params: { collectionId, commentId: written.body.commentId }, ...(body ? { body } : {}) };
};

/** An announcement of the subject. */
const announce = onceEach(async ({ api }, { userId }) => {
  const body = { announcementTitle: "A new series", announcementText: "Dunes, from noon to dusk." };
  return (await api.call(createAnnouncement, { as: userId, body })).body;
});

const withAnnouncement = (body?: object) => async (world: World, subject: Subject) => ({
  params: { announcementId: (await announce(world, subject)).announcementId },
  ...(body ? { body } : {}),
});

/** A thread started by the subject. */
const createThread = onceEach(async ({ api, given }, { userId }) => {
  const { artworkId } = await given.artwork((await given.user()).userId);
  const body = { subject: "artwork", subjectId: artworkId, messageContent: "How large is it?" };
  return (await api.call(startThread, { as: userId, body })).body;
});

const withThread = (body?: object) => async (world: World, subject: Subject) => ({
  params: { threadId: (await createThread(world, subject)).threadId },
  ...(body ? { body } : {}),
});

/** A user whom the subject blocks. */
const blocked = onceEach(async ({ given }, { userId }) => ({
  params: { userId, personId: (await given.user()).userId },
}));

async function resetLink({ api, people }: World, { userId, userEmail }: Subject) {
  await api.call(forgotPassword, { body: { userEmail } });
  await api.processEvents();
  return { params: { userId, resetToken: people.readMailedToken(userEmail) }, body: next };
}

const buildFreeOrder = async (world: World, subject: Subject) => {
  const { artworkId, versionId } = await createArtwork(world, subject);
  return { body: { artworkId, versionId, ...personalLicense } };
};

/** An order whose buyer is the subject. */
const createOrder = onceEach(async ({ given }, { userId }) => {
  const { artworkId } = await given.artwork((await given.user()).userId);
  return given.order(artworkId, userId);
});

const withOrder = async (world: World, subject: Subject) => ({
  params: { orderId: (await createOrder(world, subject)).orderId },
});

/** A discount for an artwork of the subject. */
const discounted = onceEach(async ({ api, given }, { userId }) => {
  const discountId = api.services.newId();
  const discountCode = discountId.slice(-12);
  await createDiscount(api.services.table, { discountId, code: discountCode, percent: 20, from: 0, perUser: 1 });
  await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, onboarded: true }));
  const { artworkId } = await given.artwork(userId, { artworkType: "commercial", artworkPersonal: 10 });
  return { body: { discountCode, artworkId } };
});

/** A seller with artwork on sale. */
const selling = onceEach(async ({ api }, { userId }) => {
  await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, onboarded: true }));
  return { params: { userId } };
});

const shownTo = (side: string): Sample => ({
  of: (_, { userId }) => ({ params: { userId, display: side, displayType: side } }),
});

/** An order exists only for its buyer and seller. */
const notTheirs = { signedIn: 404, otherUser: 404 } as const;
const wanted = onceEach(async ({ given }, { userId }) => {
  const seller = await given.seller();
  const { artworkId, versionId } = await given.artwork(seller.userId, pricedArtwork);
  return { params: { userId }, body: { artworkId, versionId, ...personalLicense, billing } };
});

/** An offer that doesn't exist. */
const noOffer = ({ api }: World) => ({ params: { offerId: api.services.newId() } });

const orderOfTheirs = onceEach(async ({ given }, { userId }) => {
  const { artworkId } = await given.artwork(userId);
  const { orderId } = await given.order(artworkId, (await given.user()).userId);
  return { params: { orderId } };
});

function signedMessage({ api }: World) {
  const body = JSON.stringify({ id: "evt_1", type: "customer.created", data: { object: { id: "cus_1" } } });
  const secret = api.stripe.keys.webhookSecret;
  return { body, headers: { "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload: body, secret }) } };
}

/** A paid order of other people, as operators see it. */
const createPaidOrder = async ({ api, given }: World) => {
  const shop = createPurchasing(api, given);
  const { buyer, ...offered } = await shop.offer();
  const { orderId } = await shop.purchase(offered, buyer.userId);
  api.stripe.capture();
  await shop.deliver();
  return { orderId };
};

const withPaidOrder =
  (sent: Sent = {}) =>
  async (world: World) => ({ ...sent, params: await createPaidOrder(world) });

async function withRefund(world: World) {
  const params = await createPaidOrder(world);
  const order = await findOrder(world.api.services.table, params.orderId);
  if (!order) throw new Error("No order");
  return { params, body: { action: "refund", reason: "Fraud", version: computeOrderVersion(order) } };
}

const PAYMENT_LOOK = { reason: "payment_problem" } as const;

/** An artwork that the subject may rate as a licence holder. */
const withRateableArtwork = (body: object) => async (world: World, subject: Subject) => {
  const { artwork } = await createOrder(world, subject);
  return { params: { artworkId: artwork.id }, body };
};

/** A review by the subject, of a new artwork each time. */
const reviewed =
  (body?: object) =>
  async ({ given }: World, { userId }: Subject) => {
    const { artworkId } = await given.artwork((await given.user()).userId);
    await given.review(artworkId, userId);
    return { params: { artworkId }, ...(body ? { body } : {}) };
  };

/** Only the subject has reviewed it. */
const notReviewed = { signedIn: 404, otherUser: 404 } as const;

/** A new notification of the subject each time. */
const createNotification = async ({ api }: World, { userId }: Subject) => {
  const { services } = api;
  const [ref, artworkId, actorId] = [services.newId(), services.newId(), services.newId()];
  const notification = { type: "comment", event: ref, ref, artworkId, title: "Dunes at noon", actorId } as const;
  await deliverNotification({ userId, ...notification }, services);
  const { body } = await api.call(previousNotifications, { as: userId, params: { userId } });
  return { params: { userId, notificationId: body.items[0]?.id ?? "" } };
};

const createReadNotification = async (world: World, subject: Subject) => {
  const sent = await createNotification(world, subject);
  await world.api.call(readNotification, { as: subject.userId, ...sent });
  return sent;
};

/** A well-formed but invalid WebAuthn response. */
const credential = { id: "AA", rawId: "AA", type: "public-key" };
const signed = { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA", userHandle: "AA" };
const assertion = { ...credential, response: signed };
const registration = { ...credential, response: { clientDataJSON: "AA", attestationObject: "AA" } };
const forEveryRole = (status: number) =>
  Object.fromEntries(ROLES.map((role) => [role, status])) as Readonly<Record<Role, number>>;
const unproven = { owner: 403 } as const;

/** One sample per route, so that access rules are tested for all of them. */
/** An operator's look at the subject. */
const look = (query: object = {}): Sample => ({
  of: (_, { userId }) => ({ params: { userId }, query: { reason: "security", ...query } }),
});

/** An operator's action on another account, whose password was just entered up to the second factor. */
const withAccount = (body: object = {}, facts: object = {}): Sample => ({
  spends: true,
  of: async ({ api, given }) => {
    const { userId, name } = await given.user(facts);
    const { table, audit, now } = api.services;
    const user = await findUser(table, userId);
    if (!user) throw new Error(`There is no account ${userId}`);
    await audit?.record({ at: now(), who: userId, event: "session.begin", outcome: "second_factor_required" });
    return {
      params: { userId },
      body: { reason: "As agreed", version: computeVersion(user), username: name, ...body },
    };
  },
});

const SUSPENSION = { suspensionId: uuidv7(), at: new Date().toISOString(), reason: "Copies.", rule: "Copyright law" };

const SAMPLES: Samples = {
  admin: {
    readOperator: nothing,
    listLog: { of: async () => ({ query: { reason: "security" } }) },
    listCases: nothing,
    readCase: { of: withTicket() },
    readCaseMessages: {
      of: async (world, subject) => {
        const { threadId } = (await withThread()(world, subject)).params;
        const caseId = await putCase(world, { kind: "conversation", threadId, authorId: subject.userId });
        return { params: { caseId }, query: { reason: caseId } };
      },
    },
    takeCase: { of: withTicket() },
    releaseCase: { of: withTicket() },
    previewCaseMails: { of: withTicket({ action: "answer", answer: "Try again." }) },
    decideCase: { of: withTicket({ action: "close", reason: "Solved.", expected: "open" }), spends: true },
    reopenCase: {
      of: async (world, subject) => {
        const request = await withTicket({ reason: "Too early." })(world, subject);
        const { table } = world.api.services;
        const { caseId } = request.params;
        await takeCase(table, caseId, subject.userId, new Date());
        const decision = {
          closedBy: subject.userId,
          closedAt: new Date().toISOString(),
          outcome: "close",
          reason: "Done.",
        };
        await attempt(table, [buildClosing({ caseId, kind: "ticket" }, decision)]);
        return request;
      },
      spends: true,
    },
    findReviewedArtwork: {
      of: async (world, subject) => ({ query: { q: (await createArtwork(world, subject)).artworkId } }),
    },
    readReviewedArtwork: { of: withArtwork() },
    previewArtworkMails: { of: withArtwork({ action: "mark_mature" }) },
    decideArtwork: { of: withArtwork({ action: "mark_mature", reason: "Nudity.", rule: "Terms, section 3" }) },
    readHomePage: nothing,
    readSearchWords: nothing,
    readNumbers: nothing,
    readYearReport: { of: () => ({ query: { year: "2026" } }) },
    listPlatformCodes: nothing,
    createPlatformCode: {
      of: ({ api }) => ({
        body: { discountCode: `CODE-${api.services.newId()}`, discountPercent: 10, reason: "Spring" },
      }),
    },
    endPlatformCode: {
      async of({ api: { services } }) {
        const discountId = services.newId();
        await createDiscount(services.table, { discountId, code: discountId, percent: 10, from: 0, perUser: 1 });
        return { params: { discountId }, body: { reason: "It was copied" } };
      },
    },
    changeSynonyms: { of: () => ({ body: { add: "tram streetcar", reason: "Asked for" } }) },
    changeHomePage: {
      of: async ({ api }) => ({ body: { ...(await readRevision(api)), curated: [], reason: "Autumn" } }),
    },
    searchOrders: {
      of: async (world) => ({ body: { q: (await createPaidOrder(world)).orderId, reason: "payment_problem" } }),
    },
    readOrderRecord: { of: withPaidOrder({ query: PAYMENT_LOOK }) },
    readOrderLedger: { of: withPaidOrder({ query: PAYMENT_LOOK }) },
    readOrderRecordDocument: {
      of: async (world) => {
        const params = await createPaidOrder(world);
        await world.api.processEvents();
        return { params: { ...params, nth: "1" }, query: PAYMENT_LOOK };
      },
    },
    previewOrderMails: { of: withRefund },
    decideOrder: { of: withRefund, spends: true },
    searchPeople: { of: (_, { userUsername }) => ({ body: { q: userUsername, reason: "security" } }) },
    readAccount: look(),
    listAccountArtwork: look(),
    listAccountOrders: look({ side: "sales" }),
    readAccountMails: look(),
    readAccountCases: look(),
    endAccountSessions: withAccount(),
    removeAccountFactors: withAccount({ addressAnswered: true }, { factors: 1 }),
    blockAccount: withAccount({ rule: "Terms of Service, section 3" }),
    unblockAccount: withAccount({}, { blockedAt: new Date().toISOString() }),
    suspendAccount: withAccount({ rule: "Terms of Service, section 3" }),
    liftSuspension: withAccount({}, { suspension: SUSPENSION }),
    previewAccountMails: { of: (_, { userId }) => ({ params: { userId }, body: { action: "block" } }) },
    startAccountExport: withAccount(),
    eraseAccount: withAccount({}),
  },
  artwork: {
    listArtwork: nothing,
    listCurated: nothing,
    listCategories: { of: () => ({}) },
    listPopularThisWeek: nothing,
    // Another user's picture counts as missing.
    createArtwork: { of: buildPublishRequest, but: { signedIn: 404, otherUser: 404 } },
    recognizePicture: { of: () => ({ query: { hash: "A".repeat(22) } }) },
    readNearCopies: {
      of: async ({ given }, { userId }) => ({ params: { mediaId: await given.picture(userId) } }),
      but: { signedIn: 404, otherUser: 404 },
    },
    readArtwork: { of: withArtwork() },
    readSimilar: { of: withArtwork() },
    readEmbed: {
      of: async (world, subject) => {
        const { params } = await withArtwork()(world, subject);
        return { query: { url: `${world.api.services.siteOrigin}/artwork/${params?.artworkId}` } };
      },
    },
    updateArtwork: { of: withArtwork({ artworkVisibility: "invisible" }), but: { signedIn: 403, otherUser: 403 } },
    deleteArtwork: { of: withArtwork(), spends: true, but: { signedIn: 403, otherUser: 403 } },
  },
  audience: {
    countArtworkView: { of: withArtwork() },
    countProfileView: { ...self, but: { unverified: 404 } },
    countSearchMiss: { of: () => ({ query: { q: "zeppelin" } }) },
    readArtworkViews: { of: withArtwork(), but: { signedIn: 403, otherUser: 403 } },
    readAudience: self,
  },
  auth: {
    signup: { of: ({ people }) => ({ body: people.buildForm() }) },
    login: {
      of: (_, { userUsername }) => ({ body: { userUsername, userPassword: PASSWORD } }),
      but: { unverified: 403, deactivated: 401 },
    },
    logout: nothing,
    refreshToken: nothing,
    forgotPassword: buildMailRequest,
    resetPassword: { of: resetLink, spends: true, but: { unverified: 410, deactivated: 410 } },
    checkResetLink: {
      of: (_, { userId }) => ({ params: { userId, resetToken: "unknown" } }),
      but: forEveryRole(410),
    },
    // Only the unverified account's link is unused.
    verifyToken: {
      of: (_, { tokenId }) => ({ params: { tokenId } }),
      but: { visitor: 410, signedIn: 410, otherUser: 410, owner: 410, deactivated: 410 },
    },
    resendToken: buildMailRequest,
    updateEmail: {
      of: ({ people }, { userUsername }) => ({
        body: { userUsername, userPassword: PASSWORD, userEmail: people.buildForm().userEmail },
      }),
      but: { deactivated: 401 },
    },
    changeEmail: toSelf({ userCurrent: PASSWORD, userEmail: "changed@ochre.test" }),
    changePassword: { ...toSelf({ userCurrent: PASSWORD, ...next }), spends: true },
    deactivateUser: { ...toSelf({ userPassword: PASSWORD }), spends: true },
    listSessions: self,
    endUserSession: {
      of: (_, { userId }) => ({ params: { userId, sessionId: "no-session" } }),
      but: { owner: 404 },
    },
    endOtherSessions: self,
  },
  collections: {
    createCollection: { of: () => ({ body: { collectionTitle: "Dusk" } }) },
    readCollection: { of: withCollection() },
    updateCollection: {
      of: withCollection({ collectionTitle: "Dawn", collectionVisibility: "public" }),
      but: notTheirs,
    },
    deleteCollection: { of: withCollection(), but: notTheirs },
    addToCollection: { of: withCollection(), but: notTheirs },
    moveInCollection: { of: withCollection({ after: null }), but: notTheirs },
    removeFromCollection: { of: withCollection(), but: notTheirs },
    inviteMember: { of: withInvited, but: notTheirs },
    removeMember: { of: withInvited, but: notTheirs },
    listSharedCollections: self,
    listCollections: namedAndGreeted,
    listCollectionComments: { of: withCollection(), but: notTheirs },
    writeCollectionComment: { of: withCollection({ commentContent: "This one." }), but: notTheirs },
    editCollectionComment: { of: withCollectionComment({ commentContent: "That one." }), but: notTheirs },
    deleteCollectionComment: { of: withCollectionComment(), but: notTheirs },
  },
  favorites: {
    addFavorite: { of: withArtwork() },
    removeFavorite: { of: withArtwork() },
    listFavorites: namedAndGreeted,
  },
  follows: {
    // Following oneself is refused.
    followArtist: { of: named.of, but: { owner: 400 } },
    unfollowArtist: { of: named.of },
    // The sample before ended the follow.
    updateFollow: {
      of: (_, { userUsername }) => ({ params: { username: userUsername }, body: { followNotify: false } }),
      but: { signedIn: 404, otherUser: 404, owner: 404 },
    },
    listFollowed: self,
    listFollowedArtwork: nothing,
    createAnnouncement: {
      of: () => ({ body: { announcementTitle: "A print fair", announcementText: "See you there." } }),
    },
    readAnnouncement: { of: withAnnouncement() },
    updateAnnouncement: { of: withAnnouncement({ announcementTitle: "The new series" }), but: notTheirs },
    deleteAnnouncement: { of: withAnnouncement(), but: notTheirs },
    listAnnouncements: namedAndGreeted,
  },
  community: {
    listComments: { of: withArtwork() },
    listReplies: { of: withComment() },
    readCommentChanges: { of: withArtwork() },
    writeComment: { of: withArtwork({ commentContent: "What light!" }) },
    // Only its author may change a comment; the artwork's owner may only delete it.
    editComment: { of: withComment({ commentContent: "What a light!" }), but: { signedIn: 403, otherUser: 403 } },
    deleteComment: { of: withComment(), but: { signedIn: 403, otherUser: 403 } },
    listReviews: { of: withArtwork() },
    // Only the subject has an order.
    writeReview: { of: withRateableArtwork({ reviewRating: 5 }), but: { signedIn: 403, otherUser: 403 } },
    changeReview: { of: reviewed({ reviewRating: 4 }), but: notReviewed },
    deleteReview: { of: reviewed(), but: notReviewed },
  },
  licenses: {
    listOrders: self,
    readOrder: { of: withOrder, but: notTheirs },
    downloadOrder: { of: withOrder, but: notTheirs },
    readLicensedPreviews: { of: withOrder, but: notTheirs },
    readOwnPreviews: { of: withArtwork(), but: { signedIn: 404, otherUser: 404 } },
    readCertificate: { of: withOrder, but: notTheirs },
    readCertificatePdf: { of: withOrder, but: notTheirs },
    // A free order has no document.
    readDocument: {
      of: async (world, subject) => {
        const { params } = await withOrder(world, subject);
        return { params: { ...params, nth: "1" } };
      },
      but: { ...notTheirs, owner: 404 },
    },
    listDocuments: { of: (_, { userId }) => ({ params: { userId }, query: { year: 2026 } }) },
    readCertificateKey: nothing,
    verifyLicense: {
      of: async (world, subject) => {
        const { license } = await createOrder(world, { ...subject, ...(await world.given.user()) });
        return { body: { licenseFingerprint: license.licenseFingerprint } };
      },
    },
    listLicenses: { of: withArtwork() },
    listOwnership: self,
    readCollection: self,
  },
  media: {
    announceUpload: { of: () => ({ body: file }) },
    announceAvatar: { of: () => ({ body: file }) },
    readMedia: {
      of: async ({ given }, { userId }) => ({ params: { mediaId: (await given.avatar(userId)).mediaId } }),
      but: { signedIn: 404, otherUser: 404 },
    },
  },
  messages: {
    listThreads: nothing,
    readUnreadThreads: nothing,
    readThread: { of: withThread(), but: notTheirs },
    // Writing to oneself is refused.
    startThread: {
      of: async (world, subject) => {
        const { artworkId } = await createArtwork(world, subject);
        return { body: { subject: "artwork", subjectId: artworkId, messageContent: "Is it for sale?" } };
      },
      but: { owner: 409 },
    },
    writeMessage: { of: withThread({ messageContent: "And how old?" }), but: notTheirs },
    // The named artwork isn't the artist's.
    requestOffer: {
      of: async (world, subject) => ({
        ...(await withThread()(world, subject)),
        body: { artworkId: world.api.services.newId(), requestUsage: "A cover" },
      }),
      but: { ...notTheirs, owner: 404 },
    },
    // Asking oneself is refused.
    requestArtworkOffer: {
      of: async (world, subject) => ({
        params: { artworkId: (await createArtwork(world, subject)).artworkId },
        body: { requestUsage: "A cover" },
      }),
      but: { owner: 409 },
    },
    // A buyer can't make one.
    makeOffer: {
      of: async (world, subject) => {
        const item = { artworkId: world.api.services.newId(), ...personalLicense, offerPrice: 100 };
        return { ...(await withThread()(world, subject)), body: { offerItems: [item], offerDays: 7 } };
      },
      but: { ...notTheirs, owner: 403 },
    },
    readOffer: { of: noOffer, but: { ...notTheirs, owner: 404 } },
    markThreadRead: {
      of: async (world, subject) => {
        const { threadId, message } = await createThread(world, subject);
        return { params: { threadId }, body: { messageId: message.messageId } };
      },
      but: notTheirs,
    },
    listBlocked: self,
    blockPerson: { of: blocked },
    unblockPerson: { of: blocked },
  },
  notifications: {
    previousNotifications: self,
    latestNotifications: self,
    readAllNotifications: self,
    readNotification: { of: createNotification },
    unreadNotification: { of: createReadNotification },
  },
  orders: {
    // Buying one's own artwork is refused.
    readCheckout: { of: withArtwork(), but: { owner: 409 } },
    readOfferCheckout: { of: noOffer, but: { ...notTheirs, owner: 404 } },
    withdrawOffer: { of: noOffer, but: { ...notTheirs, owner: 404 } },
    createDiscountCode: {
      of: async (world, subject) => ({
        ...(await selling(world, subject)),
        body: { discountCode: `CODE-${world.api.services.newId()}`, discountPercent: 20 },
      }),
    },
    listDiscountCodes: self,
    // The seller has no such code.
    endDiscountCode: {
      of: ({ api }, { userId }) => ({ params: { userId, discountId: api.services.newId() } }),
      but: { owner: 404 },
    },
    listIntents: self,
    createIntent: { of: wanted, spends: true },
    cancelIntent: {
      of: (_, { userId }) => ({ params: { userId, intentId: "pi_0123456789abcdefghijklmn" } }),
      but: { owner: 404 },
    },
    openPaymentSession: self,
    listPaymentMethods: self,
    // No card is saved.
    removePaymentMethod: {
      of: (_, { userId }) => ({ params: { userId, paymentMethodId: "pm_unknown" } }),
      but: { owner: 404 },
    },
    placeOrder: { of: buildFreeOrder, but: { owner: 409 } },
    readDiscount: { of: discounted, but: { owner: 409 } },
    readLinkedDiscount: {
      of: async (world, subject) => {
        const { discountCode } = (await discounted(world, subject)).body;
        return { query: { username: subject.userUsername, discountCode } };
      },
      // Who isn't verified has no code.
      but: { unverified: 404 },
    },
    quoteTax: {
      of: async (world, subject) => {
        const { artworkId } = (await wanted(world, subject)).body;
        return { body: { artworkId, licenseType: "personal", billing } };
      },
    },
    // A free order can't be refunded.
    refundOrder: { of: orderOfTheirs, but: { signedIn: 404, otherUser: 404, owner: 409 } },
    // It has no dispute.
    submitEvidence: {
      of: async (world, subject) => ({
        ...(await orderOfTheirs(world, subject)),
        body: { evidenceText: "The file was downloaded at once." },
      }),
      but: { signedIn: 404, otherUser: 404, owner: 409 },
    },
  },
  onboarding: {
    startOnboarding: toSelf({ userBusinessAddress: "AT" }),
    readOnboarding: self,
    // The onboarding hasn't started.
    openSellerAccount: { of: (_, { userId }) => ({ params: { userId } }), but: { owner: 409 } },
    readPayouts: { of: (_, { userId }) => ({ params: { userId } }), but: { owner: 409 } },
  },
  "second-factor": {
    // No log-in waits for a second factor.
    readLoginFactors: { of: () => ({}), but: forEveryRole(410) },
    completeLogin: { of: () => ({ body: { kind: "totp", code: "123456" } }), but: forEveryRole(410) },
    beginPasskeySignIn: nothing,
    signInByPasskey: { of: () => ({ body: { assertion } }), but: forEveryRole(422) },
    readFactors: self,
    readProofOptions: self,
    proveOwner: toSelf({ kind: "password", userPassword: PASSWORD }),
    // The session lacks a recent proof of the owner.
    beginTotp: { ...self, but: unproven },
    confirmTotp: { ...toSelf({ code: "123456" }), but: unproven },
    removeTotp: { ...self, but: unproven },
    renewRecoveryCodes: { ...self, but: unproven },
    beginPasskey: { ...self, but: unproven },
    addPasskey: { ...toSelf({ name: "Phone", registration }), but: unproven },
    removePasskey: {
      of: ({ api }, { userId }) => ({ params: { userId, passkeyId: api.services.newId() } }),
      but: unproven,
    },
  },
  sales: { readStatistics: shownTo("sales"), readSelection: shownTo("sales") },
  stripe: { receiveEvent: { of: signedMessage } },
  search: {
    search: { of: () => ({ query: { q: "dunes" } }) },
    searchByLook: { of: () => ({ query: { likeness: "A".repeat(64) } }) },
    suggest: { of: () => ({ query: { q: "dunes" } }) },
    suggestTags: { of: () => ({ query: { q: "du" } }) },
  },
  support: {
    writeTicket: { of: () => ({ body: { ticketTitle: "My upload", ticketBody: "It stops halfway." } }) },
    reportContent: {
      of: (_, { userUsername }) => ({
        body: { link: `/user/${userUsername}`, reason: "This is me.", email: "someone@ochre.test" },
      }),
    },
    reportThread: { of: withThread({ reason: "Fraud." }), but: notTheirs },
    // The subject isn't suspended.
    answerSuspension: { ...toSelf({ answerText: "I made it myself." }), but: { owner: 409 } },
    reportScriptError: { of: () => ({ body: { page: "/artwork/:id", kind: "error" } }) },
  },
  users: {
    readUser: namedAndGreeted,
    listUserArtwork: named,
    listMyArtwork: self,
    listUploads: self,
    readSettings: self,
    updateUser: toSelf({ userName: "Ada" }),
    updatePreferences: toSelf({ userFavorites: false }),
    // An invalid key.
    unsubscribe: {
      of: (_, { userId }) => ({ params: { userId, notice: "saleMail", unsubscribeKey: "none" } }),
      but: { visitor: 410, signedIn: 410, unverified: 410, deactivated: 410, otherUser: 410, owner: 410 },
    },
    updateBilling: toSelf(billing),
    updateSelling: toSelf({ sellerAddress: "Colour Street 1", sellerVat: "ATU12345678" }),
    readExport: self,
    requestExport: self,
    // No archive was requested.
    downloadExport: { ...self, but: { owner: 404 } },
  },
};

/** Every route of the contract with its sample; throws for a route without one. */
export const sampledRoutes = () =>
  Object.entries(areas).flatMap(([area, routes]) =>
    Object.entries(routes).map(([name, route]) => {
      const samples: Readonly<Record<string, Readonly<Record<string, Sample>>>> = SAMPLES;
      const sample = samples[area]?.[name];
      if (!sample) throw new Error(`The route ${name} of ${area} has no sample: add one to test/support/samples.ts`);
      return { area, name, route, sample };
    }),
  );
