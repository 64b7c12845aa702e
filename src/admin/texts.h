#pragma once

// Texts of the admin API's own refusals.
namespace stator::texts {

// --- Parameters after a path ---
inline constexpr char kAdminNoQuery[] = "The path takes no parameters.";
inline constexpr char kAdminQueryNames[] = "The path takes these parameters: {}.";
inline constexpr char kAdminQueryTwice[] = "The parameter {} is there twice.";

// --- The bill ---
inline constexpr char kBillPeriod[] = "period must be a duration from 1m to 31d, such as 24h.";
inline constexpr char kBillPeriodShort[] = "period must be at least the counted time of {}.";
inline constexpr char kBillUtilization[] = "utilization must be from 1 to 100.";
inline constexpr char kBillNoTable[] = "The bill has no such table.";
inline constexpr char kBillRates[] = "rates must be true or false.";
inline constexpr char kBillBody[] = "The body must be a bill: the answer of GET /_stator/bill.";
inline constexpr char kBillTimes[] =
    "The bills count {} and {}. Give period if both stand for the same time, or rates=true to "
    "compare their monthly rates.";

// --- Heat ---
inline constexpr char kHeatIndex[] =
    "index must name a global index of the table. Local indexes share its partitions.";
inline constexpr char kHeatTime[] =
    "from and to must be times such as 2027-01-01T00:00:00Z, or seconds since 1970.";
inline constexpr char kHeatRange[] = "from must not be later than to.";

// --- Explaining ---
inline constexpr char kExplainNoObject[] = "The body is no JSON object.";
inline constexpr char kExplainEmpty[] =
    "The body is empty. Send {\"operation\": \"ExecuteStatement\", \"input\": …}.";
inline constexpr char kExplainFurtherPage[] = "The plan covers all pages. Leave out {}.";
inline constexpr char kExplainInput[] = "input is no request of {}. {}";

}  // namespace stator::texts
