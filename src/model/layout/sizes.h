#pragma once

#include <cstdint>
#include <optional>

#include "model/language/model.h"
#include "model/layout/layout.h"

// How large and how many things are, as far as the model says; where it does not, by a stated
// guess.
namespace stator::model {

// Bytes of an attribute's value: of texts, blobs, maps and lists what the model states, of the
// others what their kind usually has.
std::int64_t ValueBytes(const Attribute& attribute);
std::int64_t TemplateBytes(const Entity& entity, const Template& text);

// How long ago the oldest instance was written: the lifetime of what expires, else a year.
double SpanSeconds(const Model& model, const Entity& entity);

// How many values a field of a key has: by an enum, `values(N)`, a parent or another entity's id,
// the instance's own id, or the time it is a bucket of. nullopt: the model does not say.
std::optional<double> KnownValues(const Model& model, const Entity& entity, const Part& part);

// How many different values the template has over all instances of the entity: at least one, at
// most as many as there are instances.
double DistinctKeys(const Model& model, const Entity& entity, const Template& text);

// The share of the entity's instances that the most frequent value has: 1 for a constant key, the
// largest share of an enum, what a skew or the largest parent says. Of what is written at one time,
// so that a date or a bucket of time tells nothing apart.
double LargestShare(const Model& model, const Entity& entity, const Template& text);

// Whether it tells anything apart that the template's other parts do not: no shard of a value that
// is there itself, no day beside the hour.
bool TellsMore(const Template& text, const Part& part);

// What the most frequent of `count` values has if they follow Zipf's law.
double ZipfShare(double count, double exponent);

// How many of the entity's instances, on average, have one value of the partition key.
double InstancesPerKey(const Model& model, const StoredRow& access);
// And how many have the fullest one, by what the model says of skews and the largest parents.
double MostPerKey(const Model& model, const StoredRow& access);

}  // namespace stator::model
